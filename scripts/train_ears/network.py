"""The acoustic network: pretrained embedding, a short-range branch, one convolution, two BiGRU layers, units."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from embedding import CONTEXT, HOP, Embedding
from torch import nn

from narrator.hearing.logmel import BANDS, LOW_BANDS
from narrator.hearing.units import COUNT

DETAIL = 64


class Detail(nn.Module):
    """What the embedding cannot see: all 48 bands at full time resolution, over 130 ms around each output."""

    def __init__(self) -> None:
        super().__init__()
        self.conv1 = nn.Conv1d(BANDS, 64, 5)
        self.conv2 = nn.Conv1d(64, 64, 5, stride=2)
        self.conv3 = nn.Conv1d(64, DETAIL, 3, stride=2)

    def forward(self, mel: torch.Tensor, steps: int) -> torch.Tensor:
        # The first output is centred on frame 38 of the padded input; this stack sees 13 frames.
        x = mel[:, CONTEXT // 2 - 6 : CONTEXT // 2 - 6 + 13 + HOP * (steps - 1)].transpose(1, 2)
        x = (x + 2.0) / 3.0
        return F.relu(self.conv3(F.relu(self.conv2(F.relu(self.conv1(x))))))


class Ears(nn.Module):
    """Padded log-mel (batch, frames, 48) to log-probabilities (batch, steps, units), one step per 40 ms."""

    def __init__(self, embedding: Embedding, hidden: int = 144, width: int = 192, dropout: float = 0.2) -> None:
        super().__init__()
        self.embedding, self.detail = embedding, Detail()
        self.register_buffer("mean", torch.zeros(96))
        self.register_buffer("std", torch.full((96,), 10.0))
        self.conv = nn.Conv1d(96 + DETAIL, width, 3, padding=1)
        self.gru = nn.GRU(width, hidden, 2, batch_first=True, bidirectional=True, dropout=dropout)
        self.out = nn.Linear(2 * hidden, COUNT)
        self.dropout, self.frozen = dropout, True

    def features(self, mel: torch.Tensor) -> torch.Tensor:
        """Embedding and detail, (batch, 160, steps)."""
        # Half precision doubles the speed of what costs most, at an error of under one percent.
        with torch.autocast("cpu", torch.bfloat16, enabled=self.training):
            with torch.no_grad():
                x = self.embedding.early(mel[:, :, :LOW_BANDS])
            with torch.set_grad_enabled(torch.is_grad_enabled() and not self.frozen):
                e = self.embedding.late(x).float()
        e = (e - self.mean[:, None]) / self.std[:, None]
        d = self.detail(mel, e.shape[2])
        if self.training:
            # Without one half now and then, so that neither learns the few training speakers by heart.
            keep = (torch.rand(len(mel), 1, 1) > 0.15).float()
            d = d * keep
            e = e * (1 - (1 - keep.roll(1, 0)) * (torch.rand(len(mel), 1, 1) < 0.3).float())
        return torch.cat([e, d], 1)

    def hidden(self, mel: torch.Tensor) -> torch.Tensor:
        """The last layer before the units, (batch, steps, 2 * hidden)."""
        x = F.dropout(self.features(mel), self.dropout, self.training)
        x = F.dropout(F.relu(self.conv(x)), self.dropout, self.training).transpose(1, 2)
        x, _ = self.gru(x)
        return x

    def forward(self, mel: torch.Tensor) -> torch.Tensor:
        x = F.dropout(self.hidden(mel), self.dropout, self.training)
        return F.log_softmax(self.out(x), 2)


class Exported(nn.Module):
    """What is written as ONNX: of each network its units, and the hidden layer that adaptation corrects them from."""

    def __init__(self, networks: list[Ears]) -> None:
        super().__init__()
        self.networks = nn.ModuleList(networks)

    def forward(self, mel: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        hidden = [ears.hidden(mel) for ears in self.networks]
        units = [F.log_softmax(ears.out(x), 2) for ears, x in zip(self.networks, hidden, strict=True)]
        return torch.stack(units), torch.stack(hidden)

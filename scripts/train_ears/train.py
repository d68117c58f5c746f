"""Train the built-in ears.

    python train.py --banks human.npz espeak.npz … --embedding speech-embedding.onnx --out ears.pt --minutes 20
                    [--init ears.pt] [--tune-after STEPS] [--lr 1e-3] [--seed 1]

After STEPS the pretrained embedding is trained too. Prints one line every 100 steps.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from embedding import CONTEXT, HOP, pretrained
from mixing import Bank, Example, Mixer
from network import Ears
from rivals import rivals
from torch.utils.data import DataLoader, IterableDataset

from narrator.hearing.logmel import BANDS, FLOOR, LOW_BANDS
from narrator.hearing.normalise import PAD
from narrator.hearing.units import FIRST_FINAL, TONES

RIVALS = 14
"""Other phrases that each utterance is told from, in discriminative training."""
POOL = 12
"""Batches that are sorted by length together."""


def contestants(examples: list[Example], rng: random.Random) -> dict[str, torch.Tensor]:
    """For each utterance its own units (place 0) and those of its rivals, as one flat batch."""
    owners, places, units = [], [], []
    for i, e in enumerate(examples):
        if e.units:
            for place, u in enumerate([e.units, *rivals(e.phrase, RIVALS, rng)]):
                owners.append(i)
                places.append(place)
                units.append(u)
    flat = np.zeros((len(units), max(map(len, units))), np.int64)
    for row, u in zip(flat, units, strict=True):
        row[: len(u)] = u
    return {
        "owners": torch.tensor(owners),
        "places": torch.tensor(places),
        "rivals": torch.from_numpy(flat),
        "rival_counts": torch.tensor([len(u) for u in units]),
    }


def collate(examples: list[Example], rng: random.Random | None = None) -> dict[str, torch.Tensor]:
    """One padded batch; with rivals when there is an `rng` to draw them."""
    longest = max(len(e.mel) for e in examples)
    longest += -longest % HOP
    mel = np.full((len(examples), longest + 2 * PAD, BANDS), np.log(FLOOR), np.float32)
    steps = np.zeros(len(examples), np.int64)
    labels = np.zeros((len(examples), max(1, max(len(e.units) for e in examples))), np.int64)
    for i, e in enumerate(examples):
        mel[i, PAD : PAD + len(e.mel)] = e.mel
        steps[i] = (len(e.mel) + 2 * PAD - CONTEXT) // HOP + 1
        labels[i, : len(e.units)] = e.units
    return (contestants(examples, rng) if rng else {}) | {
        "mel": torch.from_numpy(mel),
        "steps": torch.from_numpy(steps),
        "labels": torch.from_numpy(labels),
        "counts": torch.tensor([len(e.units) for e in examples]),
        "spans": torch.tensor([[e.start / HOP, e.end / HOP] for e in examples]),
    }


class Batches(IterableDataset[dict[str, torch.Tensor]]):
    """Endless batches of similar length."""

    def __init__(self, banks: list[Path], seed: int, size: int, rivals: bool) -> None:
        self._banks, self._seed, self._size, self._rivals = banks, seed, size, rivals

    def __iter__(self) -> Iterator[dict[str, torch.Tensor]]:
        torch.set_num_threads(1)
        info = torch.utils.data.get_worker_info()
        seed = self._seed + (info.id * 1000 if info else 0)
        mixer = Mixer(Bank(self._banks), seed)
        order = random.Random(seed)
        while True:
            pool = sorted((mixer.example() for _ in range(self._size * POOL)), key=lambda e: len(e.mel))
            starts = list(range(0, len(pool), self._size))
            order.shuffle(starts)
            for s in starts:
                yield collate(pool[s : s + self._size], order if self._rivals else None)


def contest(log_probs: torch.Tensor, batch: dict[str, torch.Tensor], share: float) -> torch.Tensor:
    """Minus the log-probability of the phrase among its rivals, as the decoder will weigh them.

    Tones are blurred by `share` as in decoding, so that training and use agree.
    """
    rivals, owners, counts = batch["rivals"], batch["owners"], batch["rival_counts"]
    finals = log_probs[:, :, FIRST_FINAL:].unflatten(2, (-1, TONES))
    blurred = torch.logaddexp(finals + np.log1p(-share), finals.logsumexp(3, keepdim=True) + np.log(share))
    emissions = torch.cat([log_probs[:, :, :FIRST_FINAL], blurred.flatten(2)], 2).transpose(0, 1)
    each = -F.ctc_loss(
        emissions[:, owners], rivals, batch["steps"][owners], counts, reduction="none", zero_infinity=True
    )
    each = torch.where(each == 0, torch.full_like(each, -60.0), each)  # zero stands for impossible
    table = torch.full((len(log_probs), int(batch["places"].max()) + 1), -1e4)
    table = table.index_put((owners, batch["places"]), each)
    present = batch["counts"] > 0
    return (table.logsumexp(1) - table[:, 0])[present].clamp(max=20.0).mean()


def frame_targets(batch: dict[str, torch.Tensor], steps: int) -> torch.Tensor:
    """Units spread evenly over the speech: frees CTC from predicting nothing but blanks."""
    out = torch.zeros(len(batch["counts"]), steps, dtype=torch.long)
    for i, count in enumerate(batch["counts"].tolist()):
        begin, end = batch["spans"][i].tolist()
        for t in range(int(begin), min(steps, int(end) + 1)):
            if count:
                at = min(count - 1, max(0, int((t + 0.5 - begin) / max(1e-3, end - begin) * count)))
                out[i, t] = batch["labels"][i, at]
    return out


def ctc(log_probs: torch.Tensor, batch: dict[str, torch.Tensor]) -> torch.Tensor:
    """Mean CTC loss per utterance; impossible alignments count nothing."""
    by_time = log_probs.transpose(0, 1)
    shape = (batch["labels"], batch["steps"], batch["counts"])
    each = F.ctc_loss(by_time, *shape, reduction="none", zero_infinity=True)
    return (each / batch["counts"].clamp(min=1)).mean()


def smooth(average: torch.Tensor, new: torch.Tensor, seen: torch.Tensor | int) -> torch.Tensor:
    """Moving average of the weights whose memory grows with the steps taken, up to about 500."""
    return average + (new - average) * max(0.002, 5.0 / (float(seen) + 10.0))


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--banks", nargs="+", type=Path, required=True)
    parser.add_argument("--embedding", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--init", type=Path)
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--lr", type=float, default=1.5e-3)
    parser.add_argument("--tune-after", type=int, default=10**9, help="steps with the embedding frozen")
    parser.add_argument("--tune-lr", type=float, default=0.2, help="of the embedding, relative to --lr")
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--contest", type=float, default=0.0, help="weight of the discriminative loss")
    parser.add_argument("--warmup", type=int, default=200)
    return parser.parse_args()


def main() -> None:
    """Train for the given minutes; the learning rate falls along a cosine of time."""
    args = arguments()
    torch.manual_seed(args.seed)
    torch.set_num_threads(args.threads)
    net = Ears(pretrained(args.embedding)).to(memory_format=torch.channels_last)
    loader = DataLoader(
        Batches(args.banks, args.seed, args.batch, args.contest > 0),
        batch_size=None,
        num_workers=1,
        prefetch_factor=16,
    )
    feed = iter(loader)
    if args.init:
        net.load_state_dict(torch.load(args.init))
        args.warmup = 0
    else:
        with torch.no_grad():
            outputs = [net.embedding(next(feed)["mel"][:, :, :LOW_BANDS]) for _ in range(6)]
            some = torch.cat([e.permute(1, 0, 2).reshape(96, -1) for e in outputs], 1)
            net.mean.copy_(some.mean(1))
            net.std.copy_(some.std(1))
    own = [p for n, p in net.named_parameters() if not n.startswith("embedding.")]
    groups = [
        {"params": own, "scale": 1.0},
        {"params": list(net.embedding.parameters()), "scale": args.tune_lr},
    ]
    optimiser = torch.optim.AdamW(groups, lr=args.lr, weight_decay=0.01)
    average = torch.optim.swa_utils.AveragedModel(net, avg_fn=smooth)
    net.train()
    began, step, losses = time.time(), 0, []
    while (spent := (time.time() - began) / 60) < args.minutes:
        batch = next(feed)
        net.frozen = step < args.tune_after
        fade = 0.5 * (1 + np.cos(np.pi * spent / args.minutes)) * 0.97 + 0.03
        for g in optimiser.param_groups:
            g["lr"] = args.lr * g["scale"] * fade * min(1.0, (step + 1) / 100)
        log_probs = net(batch["mel"])
        if step < args.warmup:
            loss = F.nll_loss(log_probs.flatten(0, 1), frame_targets(batch, log_probs.shape[1]).flatten())
        else:
            loss = ctc(log_probs, batch)
            if args.contest:
                loss = loss + args.contest * contest(log_probs, batch, 0.3)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        average.update_parameters(net)
        losses.append(float(loss.detach()))
        step += 1
        if step % 100 == 0:
            seen, recent = step * args.batch, np.mean(losses[-100:])
            print(f"{spent:6.1f} min  step {step}  {seen} utterances  loss {recent:.3f}", flush=True)
        if step % 400 == 0:
            torch.save(average.module.state_dict(), args.out)
    torch.save(average.module.state_dict(), args.out)
    torch.save(net.state_dict(), args.out.with_suffix(".raw.pt"))


if __name__ == "__main__":
    main()

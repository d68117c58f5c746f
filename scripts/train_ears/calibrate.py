"""Fit confidence and thresholds on the development speakers, and write models/ears.json.

    python calibrate.py MODEL_FOLDER AUDIO/dev [--looks N]

For each kind of prompt a logistic model tells right answers from wrong ones and from speech that is no answer,
out of the evidence in `narrator.hearing.evidence`. The thresholds and the printed figures come from confidence
that was fitted on the other speakers; what is written is fitted on all.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from bench_hearing import NIGHT_COMMANDS, numeral, read_manifest, read_sound, seats, tasks

from narrator.hearing.builtin import Acoustics
from narrator.hearing.ctc import blur_tones, pooled
from narrator.hearing.evidence import FEATURES, features
from narrator.hearing.packdata import CALIBRATION, MODEL
from narrator.hearing.pronounce import lexicon, stem
from narrator.hearing.recogniser import Kind
from narrator.hearing.wordlist import decode

TONE_SHARE = 0.3
WAKE_AT_LEAST = 0.8
CHATTER = [
    *("我觉得", "这个", "那个", "然后", "就是", "好人", "狼人", "大家", "没有", "可以", "你好"),
    *("什么", "知道", "我们", "他们", "玩家", "警长", "女巫", "预言家"),
]
"""Decoys that a live prompt carries as well."""


@dataclass
class Trial:
    """One utterance heard against one list."""

    speaker: str
    evidence: np.ndarray
    good: bool  # accepting it would be right
    command: bool  # it was an answer at all
    condition: str


def trial(emissions: np.ndarray, phrases: dict[str, str], answer: str, speaker: str, condition: str) -> Trial:
    """Hear against a closed list, as `BuiltinRecogniser` does."""
    names = list(phrases)
    ways = lexicon(names)
    units = list(ways)
    scores = pooled(emissions, units) + np.array([p for _, p in ways.values()], np.float32)
    owners = np.array([i for i, _ in ways.values()])
    total = np.full(len(names), -np.inf, np.float32)
    np.logaddexp.at(total, owners, scores)
    best = int(total.argmax())
    rest = [total[i] for i, n in enumerate(names) if stem(n) != stem(names[best])]
    way = max(np.flatnonzero(owners == best), key=lambda k: scores[k])
    found = features(emissions, units[way], float(total[best]), float(np.logaddexp.reduce(rest)))
    return Trial(speaker, found, bool(answer) and phrases[names[best]] == answer, bool(answer), condition)


def fit(trials: list[Trial], prior_strength: float = 3.0) -> tuple[np.ndarray, float]:
    """Logistic regression with weights that may only go the sensible way (but for the number of units)."""
    x = np.array([t.evidence for t in trials])
    y = np.array([t.good for t in trials], float)
    mean, std = x.mean(0), x.std(0) + 1e-6
    z = (x - mean) / std

    def loss(w: np.ndarray) -> tuple[float, np.ndarray]:
        p = z @ w[:-1] + w[-1]
        value = np.logaddexp(0, p) - y * p
        slope = 1 / (1 + np.exp(-p)) - y
        grad = np.concatenate([z.T @ slope, [slope.sum()]])
        penalty = np.concatenate([w[:-1], [0]])
        return float(value.sum() + prior_strength / 2 * (penalty @ penalty)), grad + prior_strength * penalty

    limits = [(0, None) if name != "units" else (None, None) for name in FEATURES] + [(None, None)]
    best = minimize(loss, np.zeros(len(FEATURES) + 1), jac=True, bounds=limits, method="L-BFGS-B").x
    weights = best[:-1] / std
    return weights, float(best[-1] - weights @ mean)


def probability(trials: list[Trial], weights: np.ndarray, bias: float) -> np.ndarray:
    """Confidence of each trial."""
    return 1 / (1 + np.exp(-np.clip(np.array([t.evidence for t in trials]) @ weights + bias, -30, 30)))


def rates(trials: list[Trial], p: np.ndarray, sure: float) -> tuple[float, float, float]:
    """Shares: answers accepted wrongly, answers asked again, other speech accepted."""
    answer = np.array([t.command for t in trials])
    good = np.array([t.good for t in trials])
    yes = p >= sure
    wrong = float((yes & ~good)[answer].mean())
    again = float((~yes)[answer].mean())
    false = float(yes[~answer].mean()) if (~answer).any() else 0.0
    return wrong, again, false


MUST = {"clean": (0.01, 0.05, 0.03), "noisy": (0.03, 0.40, 0.04)}
"""What is allowed at most: answers accepted wrongly, answers asked again, other speech accepted."""


def threshold(trials: list[Trial], p: np.ndarray) -> float:
    """The threshold whose worst figure, in clean and in noisy speech, is the best in proportion to what is allowed."""
    candidates = np.linspace(0.05, 0.99, 189)
    worst = []
    for sure in candidates:
        shares = []
        for condition, allowed in MUST.items():
            inside = np.array([t.condition == condition for t in trials])
            part = [t for t in trials if t.condition == condition]
            got = rates(part, p[inside], float(sure))
            shares += [g / a for g, a in zip(got, allowed, strict=True)]
        # The largest share decides; the sum breaks ties.
        worst.append(max(shares) + 0.05 * sum(shares))
    return float(candidates[int(np.argmin(worst))])


def strangers(trials: list[Trial]) -> np.ndarray:
    """Confidence of each trial under a fit that has not seen its speaker."""
    p = np.zeros(len(trials))
    for name in {t.speaker for t in trials}:
        inside = np.array([t.speaker == name for t in trials])
        weights, bias = fit([t for t in trials if t.speaker != name])
        p[inside] = probability([t for t in trials if t.speaker == name], weights, bias)
    return p


def report(kind: Kind, trials: list[Trial], p: np.ndarray, sure: float) -> None:
    """Print what the threshold does to each speaker, heard as a stranger."""
    for condition in MUST:
        for name in sorted({t.speaker for t in trials}):
            inside = np.array([t.speaker == name and t.condition == condition for t in trials])
            part = [t for t, i in zip(trials, inside, strict=True) if i]
            top = 100 * np.mean([t.good for t in part if t.command])
            shares = " ".join(f"{100 * r:5.1f}" for r in rates(part, p[inside], sure))
            print(f"{kind.value:8} {name} {condition} top {top:5.1f}  wrong/again/false {shares}  at {sure:.2f}")


def collect(acoustics: Acoustics, dev: Path) -> dict[Kind, list[Trial]]:
    """Every development utterance against the lists of each kind of prompt."""
    manifest = read_manifest(dev)
    lists = tasks(manifest)
    decoys = {c: "chatter" for c in CHATTER}
    night = {**seats(19, "号"), **decoys}
    both = {**night, **seats(19, "")}
    orders, yesno = {**lists["command"].phrases, **decoys}, {**lists["yesno"].phrases, **decoys}
    words = [numeral(n) + "号" for n in range(1, 20)]
    out: dict[Kind, list[Trial]] = {k: [] for k in Kind}
    seat_clips: dict[tuple[str, str], list[tuple[str, np.ndarray]]] = {}
    for line in manifest:
        pcm = read_sound(dev / line["file"])
        emissions = blur_tones(acoustics.hear(pcm).log_probs, TONE_SHARE)
        answer, where = line["answer"], (line["speaker"], line["condition"])
        if not answer or answer[1:].isdigit():
            if not answer or line["text"].endswith("号"):
                out[Kind.SEAT].append(trial(emissions, night, answer, *where))
            out[Kind.SEAT].append(trial(emissions, both, answer, *where))
        if not answer or not answer[1:].isdigit():
            out[Kind.COMMAND].append(trial(emissions, orders, answer, *where))
            if not answer or answer in ("yes", "no"):
                out[Kind.YESNO].append(trial(emissions, yesno, answer, *where))
        awake = trial(emissions, {"旁白旁白": "wake", **decoys}, "wake", *where)
        if awake.good:  # nobody said it, and yet it fits best
            out[Kind.WAKE].append(awake)
        if answer and line["text"].endswith("号"):
            seat_clips.setdefault(where, []).append((line["text"], pcm))
    rng = np.random.default_rng(1)
    ways = lexicon(words)
    for where, clips in seat_clips.items():
        for _ in range(30):
            pick = rng.choice(len(clips), rng.integers(2, 5), replace=False)
            said = [clips[i][0] for i in pick]
            if len(set(said)) < len(said):
                continue
            pauses = [np.zeros(rng.integers(0, 3000), np.int16) for _ in pick]
            pcm = np.concatenate([part for i, pause in zip(pick, pauses, strict=True) for part in (clips[i][1], pause)])
            emissions = blur_tones(acoustics.hear(pcm).log_probs, TONE_SHARE)
            found = decode(emissions, ways, range(1, 20), True)
            others = float(np.logaddexp.reduce([f.score for f in found[1:]])) if len(found) > 1 else -30.0
            evidence = features(emissions, found[0].units, found[0].score, others)
            good = [words[w] for w in found[0].words] == said
            out[Kind.LIST].append(Trial(where[0], evidence, good, True, where[1]))
    return out


def main() -> None:
    """Fit, print what to expect, write."""
    parser = argparse.ArgumentParser()
    parser.add_argument("model", type=Path)
    parser.add_argument("dev", type=Path)
    parser.add_argument("--looks", type=int, default=0, help="how often the development set was looked at before")
    args = parser.parse_args()
    trials = collect(Acoustics(args.model / MODEL), args.dev)
    kinds = {}
    for kind, spoken in trials.items():
        if kind is not Kind.WAKE:
            p = strangers(spoken)
            sure = threshold(spoken, p)
            report(kind, spoken, p, sure)
            w, b = fit(spoken)
            kinds[kind] = {"weights": [round(float(v), 5) for v in w], "bias": round(b, 5), "sure": round(sure, 3)}
    # Nobody says the wake word in the development set: the evidence is weighed as for commands, and the
    # threshold lets none of its other speech through, however alike.
    wake = dict(kinds[Kind.COMMAND])
    taken = trials[Kind.WAKE]
    loudest = max(probability(taken, np.array(wake["weights"]), float(wake["bias"])), default=0.0) if taken else 0.0
    wake["sure"] = round(min(0.99, max(float(wake["sure"]), WAKE_AT_LEAST, float(loudest) + 0.05)), 3)
    kinds[Kind.WAKE] = wake
    data = {
        "evidence": list(FEATURES), "tone_share": TONE_SHARE, "looks_at_dev": args.looks + 1,
        "decoys": [*NIGHT_COMMANDS, *CHATTER], "kinds": {k.value: v for k, v in kinds.items()},
    }  # fmt: skip
    (args.model / CALIBRATION).write_text(json.dumps(data, ensure_ascii=False, indent=1) + "\n", "utf-8")
    print({k.value: v["sure"] for k, v in kinds.items()})


if __name__ == "__main__":
    main()

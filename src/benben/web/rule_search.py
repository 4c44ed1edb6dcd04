"""Search in the rules by question: whole sentences in either language, with other words for the same things.

A rule's paragraph and the refusals that name it are found by the stems of words. A word of the question also finds
compounds that hold it ("Karte": "Ausbesserungskarte"), words that a page lists under "Other words", and, where nothing
else fits, words that are written almost alike.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from math import log

import snowballstemmer
from markdown_it import MarkdownIt
from markupsafe import Markup

import benben
from benben.core.rule_pages import RULE, rule_page
from benben.core.text import LOCALES
from benben.web.rule_examples import Example, examples

STEMMERS = {"en": "english", "de": "german"}
STOP_WORDS = {
    "en": """
        a am an and any are as at be been but by can could do does for from had happen happens has have how i if
        in is it its many may me much my not of on or our own so than that the their them then there they this
        to was we what when where which who why will with would you your
    """,
    "de": """
        ab aber alle allen als am an auch auf aus bei bin bis da damit dann darf darfst das dass dem den denn
        der des die dies diese diesen dieser doch du durch dürfen ein eine einem einen einer eines er es für
        habe haben hat hier ich ihr im in ist ja jetzt kann kannst kein keine keinen können man mein meine
        meinen mich mir mit muss musst müssen nach nicht noch nun nur ob oder passiert sein seine sich sie sind
        so soll um und uns viel viele vielen vom von vor wann war warum was wenn wer werden wie wir wird wo zu
        zum zur
    """,
}
# Other words that every game needs; those of one game are on its rules page.
OTHER_WORDS = {
    "en": """
        place: lay put; lay: place put; build: lay place; take: draw pick; remove: take back; win: victory
        winner; tie: equal; start: begin first; begin: start first; finish: end over; end: over finish; player:
        person seat; score: points; points: score; count: score points; worth: points value score; value:
        points; cost: pay stones; price: pay; pay: cost
    """,
    "de": """
        setzen: legen stellen; platzieren: legen setzen; stellen: legen setzen; legen: setzen; bauen: legen;
        ziehen: nehmen bewegen; nehmen: ziehen; laufen: gehen bewegen ziehen; sieg: gewinnen; gewinner:
        gewinnen; sieger: gewinnen; unentschieden: gleichstand; anfangen: beginnen; startspieler: beginnen;
        zuerst: beginnen erste; schluss: ende; fertig: ende; vorbei: ende; spieler: person; mitspieler: person;
        wertung: punkte werten; zählen: punkte bringen; wert: punkte; kosten: zahlen bezahlen; kostet: zahlen
        bezahlen steigen; preis: zahlen bezahlen
    """,
}
LONGEST_QUESTION = 300
MOST_HITS = 6
COMPOUND, OTHER, ALIKE = 0.6, 0.8, 0.5  # the worth of words that are not the same
LEAST_PART = 4  # letters of a part of a compound
LEAST_SHARE = 0.34  # of the best hit's score
NAMED = 30.0  # the score of a rule whose id is in the question
REFUSAL = 0.7  # the worth of a word in a refusal, beside one in the rule
_WORD = re.compile(r"[^\W_]+(?:-\d+)?")
_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


@dataclass(frozen=True)
class Paragraph:
    """One rule of a rules page."""

    game: str
    rule: str
    heading: str
    html: str
    terms: Counter[str]


@dataclass(frozen=True)
class Hit:
    """A rule that may answer the question, and the refusal of a real move that fits the question best."""

    paragraph: Paragraph
    html: Markup  # the paragraph with the words of the question marked
    example: Example | None


@dataclass(frozen=True)
class Answer:
    language: str
    hits: tuple[Hit, ...]


def ask(question: str, language: str, game: str = "") -> Answer:
    """The rules that answer best, of one game or of all, in the language of the question."""
    question, games = question[:LONGEST_QUESTION], [game] if game else list(benben.names())
    tongues = [language, *(other for other in LOCALES if other != language)]
    found = {
        tongue: sorted(
            (hit for name in games for hit in _search(question, tongue, name)), key=lambda hit: hit[0], reverse=True
        )
        for tongue in tongues
    }
    best = max(tongues, key=lambda tongue: found[tongue][0][0] if found[tongue] else 0.0)
    limit = found[best][0][0] * LEAST_SHARE if found[best] else 0.0
    return Answer(best, tuple(hit for score, hit in found[best][:MOST_HITS] if score >= limit))


def _search(question: str, language: str, game: str) -> Iterable[tuple[float, Hit]]:
    """The rules of a game that hold something of the question, with their scores."""
    index, refusals = paragraphs(game, language), _refusals(game, language)
    vocabulary = {term for terms in (*(paragraph.terms for paragraph in index), *refusals.values()) for term in terms}
    worth = {word: _variants(word, vocabulary, language, game) for word in stems(question, language)}
    rarity = {word: _rarity(variants, index) for word, variants in worth.items()}

    def weights(terms: Counter[str]) -> dict[str, float]:
        return {word: rarity[word] * _weight(variants, terms) for word, variants in worth.items()}

    for paragraph in index:
        told = {example: weights(refusals[example]) for example in refusals if example.reason.rule == paragraph.rule}
        example = max(told, key=lambda one: sum(told[one].values()), default=None)
        also = told[example] if example else {}
        both = {word: max(weight, REFUSAL * also.get(word, 0)) for word, weight in weights(paragraph.terms).items()}
        if paragraph.rule.lower() in both:
            both[paragraph.rule.lower()] = NAMED
        met = sum(weight > 0 for weight in both.values())
        if met:
            marked = mark(paragraph.html, {term for variants in worth.values() for term in variants}, language)
            yield sum(both.values()) * (met / len(both)) ** 0.5, Hit(paragraph, marked, example)


@cache
def _refusals(game: str, language: str) -> dict[Example, Counter[str]]:
    """The words of the sentences that refuse moves."""
    return {one: Counter(stems(one.reason.message.say(language), language)) for one in examples(game)}


def _weight(variants: Mapping[str, float], terms: Counter[str]) -> float:
    """How well a text holds a word or one of its variants: more often is better, but not much."""
    return max(
        (worth * terms[term] / (terms[term] + 0.6) for term, worth in variants.items() if term in terms), default=0
    )


def _rarity(variants: Mapping[str, float], index: Sequence[Paragraph]) -> float:
    """A word that stands in few paragraphs says more."""
    having = sum(any(term in paragraph.terms for term in variants) for paragraph in index)
    return log(1 + len(index) / (1 + having))


def _variants(word: str, vocabulary: set[str], language: str, game: str) -> dict[str, float]:
    """Words of the pages that stand for a word of the question, with their worth."""
    found = {word: 1.0}
    for other in other_words(language, game).get(word, ()):
        found.setdefault(other, OTHER)
    for term in vocabulary:
        for part in list(found):
            longer, shorter = (term, part) if len(term) > len(part) else (part, term)
            if len(shorter) >= LEAST_PART and (longer.startswith(shorter) or longer.endswith(shorter)):
                found.setdefault(term, COMPOUND * found[part])
    if not vocabulary & set(found) and not any(letter.isdigit() for letter in word):
        found |= dict.fromkeys(get_close_matches(word, vocabulary, 2, 0.8), ALIKE)
    return found


def stems(text: str, language: str) -> list[str]:
    """The stems of the words that say something, in order."""
    plain = text.lower().replace("ß", "ss")
    words = [word for word in _WORD.findall(plain) if word not in _stop_words(language)]
    stem = _stemmer(language)
    return [word if any(letter.isdigit() for letter in word) else stem(word) for word in words]


@cache
def _stop_words(language: str) -> frozenset[str]:
    return frozenset(STOP_WORDS[language].split())


@cache
def _stemmer(language: str):  # type: ignore[no-untyped-def]  # the library has no types
    return cache(snowballstemmer.stemmer(STEMMERS[language]).stemWord)


@cache
def other_words(language: str, game: str) -> dict[str, tuple[str, ...]]:
    """What people say: the words of the pages, by stem."""
    said: dict[str, set[str]] = {}

    def add(ours: Iterable[str], theirs: Iterable[str]) -> None:
        for word in theirs:
            said.setdefault(word, set()).update(ours)

    for entry in OTHER_WORDS[language].split(";"):
        theirs, _colon, ours = entry.partition(":")
        add(stems(ours, language), stems(theirs, language))
    for ours, theirs in _table_of_words(_source(game, language)):
        add(stems(ours, language), stems(theirs, language))
    return {word: tuple(sorted(ours)) for word, ours in said.items()}


OTHER_WORDS_HEADINGS = ("## Other words", "## Andere Wörter")


def _table_of_words(page: str) -> list[tuple[str, str]]:
    """The rows of the table "Other words" of a page: our word, and what others say."""
    section = next((page.partition(heading)[2] for heading in OTHER_WORDS_HEADINGS if heading in page), "")
    rows = re.findall(r"^\|([^|\n]+)\|([^|\n]+)\|$", section.partition("\n## ")[0], re.MULTILINE)
    return [(ours, theirs) for ours, theirs in rows[1:] if "---" not in ours]


def _source(game: str, language: str) -> str:
    page = rule_page(game, language)
    return page.read_text("utf-8") if page else ""


@cache
def paragraphs(game: str, language: str) -> tuple[Paragraph, ...]:
    """Every rule of a game."""
    return tuple(_of_page(game, _source(game, language), language))


def _of_page(game: str, page: str, language: str) -> Iterable[Paragraph]:
    found = list(RULE.finditer(page))
    for rule, following in zip(found, [*found[1:], None], strict=True):
        end = following.start() if following else len(page)
        heading = re.search(r"^#", page[rule.end() : end], re.MULTILINE)
        text = page[rule.end() : rule.end() + heading.start() if heading else end]
        title = (re.findall(r"^##+ (.+)$", page[: rule.start()], re.MULTILINE) or [""])[-1]
        html = str(_MARKDOWN.render(re.sub(r"^[ \t]+(?=\S)", "", text, flags=re.MULTILINE).strip()))
        plain = re.sub(r"<[^>]+>", " ", html)
        yield Paragraph(game, rule[1], title, html, Counter([*stems(plain, language), *stems(title, language)]))


def mark(html: str, terms: set[str], language: str) -> Markup:
    """The words that were asked for, marked."""
    stem = _stemmer(language)

    def marked(word: re.Match[str]) -> str:
        plain = word[0].lower().replace("ß", "ss")
        return f"<mark>{word[0]}</mark>" if stem(plain) in terms and plain not in _stop_words(language) else word[0]

    parts = re.split(r"(<[^>]+>|&\w+;)", html)
    return Markup("".join(part if n % 2 else _WORD.sub(marked, part) for n, part in enumerate(parts)))

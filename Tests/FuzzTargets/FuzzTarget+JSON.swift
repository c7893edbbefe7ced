import JourneyBase
import JourneyCrypto

extension FuzzTarget {
    /// The strict reader: accepted input is written and read back as the same value, and has one canonical form.
    static let json = FuzzTarget(
        "json",
        seeds: [
            #"{"a":[1,-2.5e3,true,null,"é\u00e9\uD83D\uDE00"],"":{}}"#, "[1e400]", "[-0.0, 9007199254740993]",
            #""\ud800""#, "[[[[[[]]]]]]", #"{"a":1,"a":2}"#, " { } ",
        ]
    ) { input in
        guard let value = try? JSONReader.read(input) else { return }
        promise((try? JSONReader.read(value.compactBytes)) == value, "what was read is written as the same value")
        guard let canonical = value.canonicalBytes else { return }
        promise(
            (try? JSONReader.read(canonical))?.canonicalBytes == canonical,
            "the canonical form is its own canonical form")
    }

    /// Key sets from a server.
    static let keySet = FuzzTarget(
        "keyset",
        seeds: [
            #"{"keys":[{"kty":"EC","crv":"P-256","kid":"a","x":"EdACQormO5gNpgsTvjxIr9N9eQiZUCdE7qaAZonlsbo","y":"48MXJNxXDY5KevNTJAtRcpK32CQDEBk6xY_llXiUiSI"}]}"#,
            #"{"keys":[]}"#, #"{"keys":[{"kty":"oct","k":"AA"}]}"#,
        ]
    ) { input in
        guard let value = try? JSONReader.read(input) else { return }
        _ = try? JWKSet(value)
    }
}

import JourneyBase
import JourneyCrypto

extension FuzzTarget {
    /// The strict reader: what it accepts is written and read back as the same value, and has one canonical form.
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

    /// Signatures as text, against a key that signed none of them.
    static let jws = FuzzTarget(
        "jws",
        seeds: [
            "eyJhbGciOiJFUzI1NiIsImtpZCI6ImsifQ..\(String(repeating: "A", count: 86))",
            "eyJhbGciOiJub25lIn0.e30.", "eyJhbGciOiJFUzI1NiJ9.e30.\(String(repeating: "_", count: 86))", "..",
            "a.b.c.d.e",
        ]
    ) { input in
        let text = String(decoding: input, as: UTF8.self)
        promise((try? DetachedJWS.verify(text, payload: [1], keys: keys)) == nil, "nobody can sign for this key")
        promise((try? CompactJWS.verify(text, typ: "JWT", keys: keys)) == nil, "nobody can sign for this key")
    }

    /// Encryptions as text, for a key of this process: what opens was sealed for it.
    static let jwe = FuzzTarget(
        "jwe",
        seeds: [
            sealed, "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..AAAAAAAAAAAAAAAA.AA.AAAAAAAAAAAAAAAAAAAAAA", "....",
            "a.b.c.d.e",
        ]
    ) { input in
        let text = String(decoding: input, as: UTF8.self)
        guard let opened = try? CompactJWE.open(text, with: .init(.p256(agreement))) else { return }
        promise(opened.content == [1, 2, 3], "what opens was sealed for this key")
    }

    private static let agreement: P256AgreementKey = {
        guard let key = try? P256AgreementKey() else { preconditionFailure("no key") }
        return key
    }()

    private static let sealed: String = {
        guard let destination = try? JWE.Destination(.p256(agreement.publicKey)),
            let text = try? CompactJWE.seal([1, 2, 3], to: destination)
        else { preconditionFailure("nothing sealed") }
        return text
    }()

    private static let keys: JWKSet = {
        guard let key = try? P256PrivateKey.generate(), let set = try? JWKSet(["k": key.publicKey]) else {
            preconditionFailure("no key")
        }
        return set
    }()

    /// Key sets as a server would send them.
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

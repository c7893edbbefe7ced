import JourneyBase
import JourneyCrypto

extension FuzzTarget {
    /// JWS against a key that signed none of them. Input of a header, a line feed and a payload is also signed by the key, so
    /// that everything except the signature is checked.
    static let jws = FuzzTarget(
        "jws",
        seeds: [
            "eyJhbGciOiJFUzI1NiIsImtpZCI6ImsifQ..\(String(repeating: "A", count: 86))",
            "eyJhbGciOiJub25lIn0.e30.", "eyJhbGciOiJFUzI1NiJ9.e30.\(String(repeating: "_", count: 86))", "..",
            "a.b.c.d.e", #"{"alg":"ES256","kid":"k","typ":"JWT"}"# + "\n{}", #"{"alg":"ES256","kid":"k"}"# + "\n",
            #"{"typ":"JWT","crit":["exp"],"alg":"ES256","kid":"k","exp":1}"# + "\nx",
        ]
    ) { input in
        let text = String(decoding: input, as: UTF8.self)
        promise((try? DetachedJWS.verify(text, payload: [1], keys: issuerKeys)) == nil, "nobody can sign for this key")
        promise((try? CompactJWS.verify(text, typ: "JWT", keys: issuerKeys)) == nil, "nobody can sign for this key")

        guard let (header, payload) = lines(input) else { return }
        let encoded = Base64URL.encode(header)
        let body = Base64URL.encode(payload)
        guard let signature = try? Fixed.signer.sign(Array("\(encoded).\(body)".utf8)) else { return }
        let tail = Base64URL.encode(signature)
        if let verified = try? CompactJWS.verify("\(encoded).\(body).\(tail)", typ: "JWT", keys: issuerKeys) {
            promise(verified.payload == Array(payload) && verified.kid == "k", "what was signed is what is given")
            promiseAccepted(header, ["alg": "ES256", "kid": "k", "typ": "JWT"])
        }
        if (try? DetachedJWS.verify("\(encoded)..\(tail)", payload: Array(payload), keys: issuerKeys)) != nil {
            promiseAccepted(header, ["alg": "ES256", "kid": "k"])
        }
    }

    /// JWE: what opens was sealed for its key. Input of a header and a line feed is also sealed with a shared key.
    static let jwe = FuzzTarget(
        "jwe",
        seeds: sealed + [
            "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..AAAAAAAAAAAAAAAA.AA.AAAAAAAAAAAAAAAAAAAAAA", "....",
            "a.b.c.d.e", #"{"alg":"dir","enc":"A256GCM","kid":"k"}"# + "\n",
            #"{"alg":"dir","enc":"A256GCM","apu":"QQ","apv":"","cty":"x","zip":"DEF"}"# + "\n",
        ]
    ) { input in
        let text = String(decoding: input, as: UTF8.self)
        if let opened = try? CompactJWE.open(text, with: recipient) {
            promise(opened.content == [1, 2, 3], "what opens was sealed for this key")
        }

        guard let (header, content) = lines(input) else { return }
        let encoded = Base64URL.encode(header)
        let nonce = Fixed.numbers(AESGCM.nonceCount)
        guard
            let sealed = try? AESGCM.seal(Array(content), key: Fixed.shared, nonce: nonce, aad: Array(encoded.utf8))
        else { return }
        let parts = [nonce[...], sealed.dropLast(AESGCM.tagCount), sealed.suffix(AESGCM.tagCount)]
        let whole = ([encoded, ""] + parts.map { Base64URL.encode($0) }).joined(separator: ".")
        guard let opened = try? CompactJWE.open(whole, with: sharing) else { return }
        promise(opened.content == Array(content), "what was sealed is what is given")
        promiseAccepted(header, ["alg": "dir", "enc": "A256GCM"])
    }

    private static let recipient = JWE.Recipient(.p256(Fixed.recipient))
    private static let sharing = Fixed.made { try JWE.Recipient(direct: Fixed.shared) }

    private static let sealed: [String] = Fixed.made {
        try [JWE.KeyManagement.ecdhES, .ecdhESA256KW].map { way in
            try CompactJWE.seal(
                [1, 2, 3], to: JWE.Destination(.p256(Fixed.recipient.publicKey), by: way))
        }
    }

    private static let issuerKeys = Fixed.made { try JWKSet(["k": Fixed.signer.publicKey]) }

    /// Returns the bytes before and after the first line feed.
    private static func lines(_ input: [UInt8]) -> (first: ArraySlice<UInt8>, rest: ArraySlice<UInt8>)? {
        input.firstIndex(of: 0x0A).map { (input[..<$0], input[($0 + 1)...]) }
    }

    /// Checks that an accepted header has `members`, and none that would change its meaning.
    private static func promiseAccepted(_ header: ArraySlice<UInt8>, _ members: [String: JSONValue]) {
        let json = try? JSONReader.read(Array(header))
        promise(members.allSatisfy { json?[$0.key] == $0.value }, "the header names its key and how it is used")
        promise(
            ["crit", "b64", "zip", "jwk", "jku", "x5u", "x5c"].allSatisfy { json?[$0] == nil },
            "what is not understood is refused")
    }
}

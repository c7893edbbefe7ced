import Foundation
import JourneyBase
import JourneyCrypto
import Synchronization
import TestSupport
import Testing

@testable import JourneyGateway

/// Tokens and proofs that joserfc made, judged by joserfc and by the gateway.
@Suite("Access tokens of joserfc", .enabled(if: Python.isPresent, "\(Python.missing)"))
struct JoserfcTokenTests {
    /// Makes tokens with one deviation each, and judges them as RFC 9068, section 4, says.
    private static let tokens = """
        import json, sys
        from joserfc import jwt, jwk, jws
        from joserfc.errors import JoseError
        now = int(sys.argv[1])
        key, other = jwk.ECKey.generate_key("P-256", {"kid": "k1"}), jwk.ECKey.generate_key("P-256", {"kid": "k1"})
        base = {"iss": "https://id.bank.example", "aud": "https://gateway.partner.example", "sub": "p", "client_id": "ios",
                "iat": now, "exp": now + 300, "jti": "j", "scope": "journeys"}
        registry = jwt.JWTClaimsRegistry(
            now=lambda: now, leeway=30, iss={"essential": True, "value": base["iss"]},
            aud={"essential": True, "value": base["aud"]}, sub={"essential": True}, client_id={"essential": True},
            exp={"essential": True}, iat={"essential": True}, jti={"essential": True})
        changes = [{}] + [{name: None} for name in base if name != "scope"] + [
            {"iss": base["iss"] + "/"}, {"iss": base["iss"].upper()}, {"aud": ["x", base["aud"]]}, {"aud": ["x"]},
            {"aud": base["aud"] + "."}, {"exp": now - 31, "iat": now - 300}, {"exp": now - 29, "iat": now - 300},
            {"nbf": now + 31}, {"nbf": now + 29}, {"nbf": now - 5}, {"exp": now + 1}, {"extra": {"a": [1]}}]
        made = []
        def judge(token):
            try:
                found = jwt.decode(token, jwk.KeySet([key]), algorithms=["ES256"])
                registry.validate(found.claims)
                return found.header.get("typ") in ("at+jwt", "application/at+jwt")
            except (JoseError, ValueError) as error:
                return False
        for change in changes:
            claims = {name: value for name, value in {**base, **change}.items() if value is not None}
            token = jwt.encode({"alg": "ES256", "typ": "at+jwt", "kid": "k1"}, claims, key)
            made.append([json.dumps(change), token, judge(token)])
        for header, signer in [({"typ": "JWT"}, key), ({"typ": "application/at+jwt"}, key), ({}, other), ({"kid": "k2"}, key)]:
            token = jwt.encode({"alg": "ES256", "typ": "at+jwt", "kid": "k1", **header}, base, signer)
            made.append([json.dumps(header), token, judge(token)])
        good = jwt.encode({"alg": "ES256", "typ": "at+jwt", "kid": "k1"}, base, key)
        head, body, tail = good.split(".")
        for name, token in [("no signature", head + "." + body + "."), ("cut", good[:-2]), ("body", head + "." + body[:-2] + "." + tail)]:
            made.append([name, token, judge(token)])
        print(json.dumps({"keys": {"keys": [key.as_dict(private=False)]}, "made": made}))
        """

    @Test("both accept and refuse the same tokens")
    func tokens() async throws {
        let fixture = try await ProviderFixture()
        let told = try JSONReader.read(Array(Python.run(Self.tokens, [String(fixture.now)]).utf8))
        fixture.provider.state.withLock { [keys = told["keys"]] in $0.rawKeys = keys }
        let made = try #require(told["made"]?.array)
        #expect(made.count == 27)
        var accepted = 0
        for entry in made {
            let name = try #require(entry.array?[0].string)
            let token = try #require(entry.array?[1].string)
            let problem = try await fixture.problem(token)
            #expect((problem == nil) == (entry.array?[2] == .bool(true)), "\(name): \(problem?.title ?? "accepted")")
            if problem == nil { accepted += 1 }
        }
        #expect(accepted == 8)
    }

    /// Makes proofs with one deviation each, and judges them as RFC 9449, section 4.3, says.
    private static let proofs = """
        import json, sys, hashlib, base64, warnings
        warnings.simplefilter("ignore")
        from joserfc import jwk, jws
        from joserfc.errors import JoseError
        jws.JWSRegistry.max_header_length = 4096  # an RSA key is longer than its 512 bytes
        now, token, url = int(sys.argv[1]), sys.argv[2], sys.argv[3]
        encoded = lambda data: base64.urlsafe_b64encode(data).rstrip(b"=").decode()
        decoded = lambda text: base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        keys = {"ES256": jwk.ECKey.generate_key("P-256"), "ES384": jwk.ECKey.generate_key("P-384"),
                "PS256": jwk.RSAKey.generate_key(2048), "EdDSA": jwk.OKPKey.generate_key("Ed25519")}
        allowed = ["ES256", "ES384", "ES512", "PS256", "EdDSA"]
        secret = jwk.OctKey.generate_key(256)
        ath = encoded(hashlib.sha256(token.encode()).digest())
        def judge(text):
            try:
                header = json.loads(decoded(text.split(".")[0]))
                members = header["jwk"]
                if header.get("typ") != "dpop+jwt" or header["alg"] not in allowed or "d" in members: return False
                kind = {"EC": jwk.ECKey, "RSA": jwk.RSAKey, "OKP": jwk.OKPKey}[members["kty"]]
                found = jws.deserialize_compact(text, kind.import_key(members), algorithms=allowed)
                claims = json.loads(found.payload)
                return (claims["htm"] == "GET" and claims["htu"].split("?")[0].split("#")[0] == url and claims["ath"] == ath
                        and now - 60 <= claims["iat"] <= now + 5 and bool(claims["jti"]))
            except (JoseError, ValueError, KeyError, TypeError):
                return False
        base = {"jti": "j", "htm": "GET", "htu": url, "iat": now, "ath": ath}
        made = []
        def make(name, header, claims, key):
            head = {name: value for name, value in header.items() if value is not None}
            body = {name: value for name, value in claims.items() if value is not None}
            text = jws.serialize_compact(head, json.dumps(body).encode(), key, algorithms=allowed + ["RS256", "HS256"])
            made.append([name, text, key.thumbprint(), judge(text)])
        for alg, key in keys.items():
            make(alg, {"typ": "dpop+jwt", "alg": alg, "jwk": key.as_dict(private=False)}, base, key)
        key = keys["ES256"]
        head = {"typ": "dpop+jwt", "alg": "ES256", "jwk": key.as_dict(private=False)}
        for change in [{"htm": "POST"}, {"htm": "get"}, {"htm": None}, {"htu": url + "/"}, {"htu": url + "?a=b"}, {"htu": None},
                       {"htu": url + "#f"}, {"iat": now - 60}, {"iat": now - 61}, {"iat": now + 5}, {"iat": now + 6},
                       {"iat": None}, {"ath": None}, {"ath": ath[:-1] + "_"}, {"jti": None}, {"jti": ""}, {"more": 1}]:
            make(json.dumps(change), head, {**base, **change}, key)
        make("typ", {**head, "typ": "JWT"}, base, key)
        make("private", {**head, "jwk": key.as_dict(private=True)}, base, key)
        make("RS256", {"typ": "dpop+jwt", "alg": "RS256", "jwk": keys["PS256"].as_dict(private=False)}, base, keys["PS256"])
        make("HS256", {"typ": "dpop+jwt", "alg": "HS256", "jwk": secret.as_dict(private=True)}, base, secret)
        make("other key", {**head, "jwk": jwk.ECKey.generate_key("P-256").as_dict(private=False)}, base, key)
        print(json.dumps(made))
        """

    @Test("both accept and refuse the same proofs")
    func proofs() throws {
        let now: Int64 = 1_800_000_000
        let url = try #require(HTTPSURL("https://gateway.partner.example/journeys/x/manifest.json"))
        let told = try Python.run(Self.proofs, [String(now), "a-token", "\(url)"])
        let made = try #require(try JSONReader.read(Array(told.utf8)).array)
        #expect(made.count == 26)
        var accepted = 0
        for entry in made {
            let (name, text) = (try #require(entry.array?[0].string), try #require(entry.array?[1].string))
            let proof = try? DPoPProof(text)
            let isGood =
                proof.map { (try? $0.check(.get, url, token: "a-token", now: now)) != nil } ?? false
            #expect(isGood == (entry.array?[3] == .bool(true)), "\(name)")
            if isGood {
                accepted += 1
                #expect(proof?.thumbprint == entry.array?[2].string, "\(name)")
            }
        }
        #expect(accepted == 9)
    }
}

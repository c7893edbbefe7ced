import JourneyBase
import Testing

@testable import JourneyLanguage

@Suite("Return of an authorization")
struct AuthorizationReturnValidatorTests {
    private static func check(
        _ parameters: Authorization.Parameters = .query, app: Bool = false
    ) throws -> AuthorizationReturnValidator {
        var authorization = Authorization(
            address: nil, hosts: SourcePolicy([]),
            returnAddress: app
                ? .app(path: "/done") : .https(try #require(HTTPSURL("https://return.example/done"))),
            parameters: parameters, isAppToApp: false, expectations: [:])
        authorization.expected = ["state": "s-1", "iss": "https://auth.example"]
        return AuthorizationReturnValidator(authorization, outputs: ["code", "ref"], redirectScheme: "PartnerApp")
    }

    private static let good = "state=s-1&iss=https%3A%2F%2Fauth.example"

    private static func code(_ work: () throws(JourneyError) -> JSONValue) -> String {
        do throws(JourneyError) { return try work().compactText } catch { return error.code.rawValue }
    }

    @Test(
        "only the declared members of the awaited address are taken, and anything else is refused",
        arguments: [
            ("https://return.example/done?\(good)&code=c-1", #"{"code":"c-1"}"#),
            ("https://return.example/done?code=c-1&other=x&\(good)", #"{"code":"c-1"}"#),
            ("https://return.example/done?\(good)", "{}"),
            ("https://return.example/done?\(good)&ref=a%20b+c", #"{"ref":"a b c"}"#),
            ("https://return.example/done?code=c-1&state=s-2&iss=https%3A%2F%2Fauth.example", "AUTHORIZATION_MISMATCH"),
            ("https://return.example/done?code=c-1&iss=https%3A%2F%2Fauth.example", "AUTHORIZATION_MISMATCH"),
            ("https://return.example/done?\(good)&state=s-1", "AUTHORIZATION_MISMATCH"),
            ("https://return.example/done?code=c-1&state=s-1", "AUTHORIZATION_MISMATCH"),
            ("https://return.example/done?state=s-1&iss=https%3A%2F%2Fevil.example", "AUTHORIZATION_MISMATCH"),
            ("https://return.example/done?\(good)&error=access_denied", "AUTHORIZATION_REFUSED"),
            ("https://return.example/done?\(good)&code=c-1&error=x", "AUTHORIZATION_REFUSED"),
            ("https://return.example/done?state=s-2&error=access_denied", "AUTHORIZATION_MISMATCH"),
            ("https://return.example/done?error=access_denied", "AUTHORIZATION_MISMATCH"),
            ("https://return.example/done?\(good)&code=a&code=b", "AUTHORIZATION_MISMATCH"),
            ("https://return.example/done?\(good)&code=", "AUTHORIZATION_MISMATCH"),
            ("https://return.example/done?\(good)&code=a%0Ab", "AUTHORIZATION_MISMATCH"),
            ("https://return.example/done?\(good)&code=%C3%A9", "AUTHORIZATION_MISMATCH"),
            ("https://return.example/done?\(good)&code=%zz", "AUTHORIZATION_MISMATCH"),
            ("https://return.example/done?\(good)&code=\(String(repeating: "c", count: 2_048))", "long"),
            (
                "https://return.example/done?\(good)&code=\(String(repeating: "c", count: 2_049))",
                "AUTHORIZATION_MISMATCH"
            ),
            ("https://return.example/done?\(good)\(String(repeating: "&a=b", count: 30))", "{}"),
            ("https://return.example/done?\(good)\(String(repeating: "&a=b", count: 31))", "AUTHORIZATION_MISMATCH"),
            ("https://return.example/done?\(good)#code=c-1", "AUTHORIZATION_MISMATCH"),
            ("https://return.example/done#\(good)", "AUTHORIZATION_MISMATCH"),
            ("https://return.example/done", "AUTHORIZATION_MISMATCH"),
            ("https://return.example/done2?\(good)", "AUTHORIZATION_MISMATCH"),
            ("https://return.example/done/?\(good)", "AUTHORIZATION_MISMATCH"),
            ("https://return.example/DONE?\(good)", "AUTHORIZATION_MISMATCH"),
            ("https://return.example:443/done?\(good)", "AUTHORIZATION_MISMATCH"),
            ("https://return.example@evil.example/done?\(good)", "AUTHORIZATION_MISMATCH"),
            ("http://return.example/done?\(good)", "AUTHORIZATION_MISMATCH"),
            ("https://return.example.evil.example/done?\(good)", "AUTHORIZATION_MISMATCH"),
            ("", "AUTHORIZATION_MISMATCH"),
        ])
    func members(uri: String, wanted: String) throws {
        let found = Self.code { () throws(JourneyError) in try (try? Self.check())?.members(of: uri) ?? .null }
        if wanted == "long" { #expect(found.hasPrefix(#"{"code":"ccc"#)) } else { #expect(found == wanted) }
    }

    @Test(
        "an app's own scheme and a fragment are compared as exactly",
        arguments: [
            ("partnerapp:/done#\(good)&code=c", #"{"code":"c"}"#),
            ("partnerapp:/done?\(good)&code=c", "AUTHORIZATION_MISMATCH"),
            ("partnerapp:/done?a=b#\(good)&code=c", "AUTHORIZATION_MISMATCH"),
            ("PARTNERAPP:/done#\(good)&code=c", #"{"code":"c"}"#),
            ("PartnerApp:/Done#\(good)&code=c", "AUTHORIZATION_MISMATCH"),
            ("partnerapp:/done/x#\(good)&code=c", "AUTHORIZATION_MISMATCH"),
            ("partnerapp://done#\(good)&code=c", "AUTHORIZATION_MISMATCH"),
            ("otherapp:/done#\(good)&code=c", "AUTHORIZATION_MISMATCH"),
        ])
    func ownScheme(uri: String, wanted: String) throws {
        let check = try Self.check(.fragment, app: true)
        #expect(Self.code { () throws(JourneyError) in try check.members(of: uri) } == wanted)
        #expect(check.accepts(uri) == (wanted != "AUTHORIZATION_MISMATCH"))
    }

    @Test(
        "a browser ends at the address alone, whatever it carries",
        arguments: [
            ("https://return.example/done", true, false), ("https://return.example/done?x", true, false),
            ("https://return.example/done#x", true, false), ("https://return.example/doner", false, false),
            ("https://return.example/", false, false), ("partnerapp:/other", false, true),
            ("PartnerApp:anything", false, true), ("partnerapps:/done", false, false), ("partnerapp", false, false),
        ])
    func ends(uri: String, isHTTPS: Bool, isScheme: Bool) throws {
        #expect(try Self.check().address.matches(uri) == isHTTPS)
        #expect(try Self.check(app: true).address.matches(uri) == isScheme)
    }
}

import Foundation
import JourneyBase
import Testing

@testable import JourneyDevice

@Suite("Pin sets")
struct PinPolicyTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)
    private static let day: TimeInterval = 86_400
    private static func pin(_ byte: UInt8) -> SPKIPin { SPKIPin(hashing: [byte]) }
    private static let (primary, backup, other, root) = (pin(1), pin(2), pin(3), pin(4))

    private static func set(
        _ host: String, pins: [SPKIPin] = [primary, backup], subdomains: Bool = false, expires: TimeInterval? = nil,
        grace: TimeInterval = PinSet.usualGrace
    ) throws -> PinSet {
        try PinSet(
            host: host, pins: pins.map(\.base64), includesSubdomains: subdomains,
            expires: expires.map { now.addingTimeInterval($0) }, grace: grace)
    }

    @Test(
        "a chain is accepted when any of its keys is pinned",
        arguments: [
            ([primary], .matched(isOverdue: false)), ([backup], .matched(isOverdue: false)),
            ([other, root], .mismatched), ([other, primary], .matched(isOverdue: false)),
            ([other, root, backup], .matched(isOverdue: false)), ([], .mismatched),
        ] as [([SPKIPin], PinPolicy.Verdict)])
    func chains(chain: [SPKIPin], verdict: PinPolicy.Verdict) throws {
        let policy = try PinPolicy([Self.set("bank.example")])
        #expect(policy.verdict(on: chain, of: "bank.example", at: Self.now) == verdict)
        #expect(policy.verdict(on: chain, of: "BANK.example", at: Self.now) == verdict)
        #expect(policy.verdict(on: chain, of: "elsewhere.example", at: Self.now) == .unpinned)
    }

    @Test(
        "a host uses the most specific pin set that covers it",
        arguments: [
            ("bank.example", "bank.example"), ("a.bank.example", "bank.example"), ("b.a.bank.example", "bank.example"),
            ("api.bank.example", "api.bank.example"), ("v1.api.bank.example", "bank.example"),
            ("deep.bank.example", "deep.bank.example"), ("x.deep.bank.example", "deep.bank.example"),
            ("xbank.example", nil), ("bank.example.evil.test", nil), ("example", nil), ("bank", nil),
            ("lone.test", "lone.test"),
            ("sub.lone.test", nil), ("127.0.0.1", "127.0.0.1"), ("", nil), (".bank.example", "bank.example"),
        ])
    func hosts(host: String, owner: String?) throws {
        let policy = try PinPolicy([
            Self.set("bank.example", subdomains: true), Self.set("api.bank.example"),
            Self.set("deep.bank.example", subdomains: true), Self.set("lone.test"), Self.set("127.0.0.1"),
        ])
        #expect(policy.set(for: host)?.host == owner)
        #expect(policy.covers(host) == (owner != nil))
    }

    @Test(
        "a set is valid until it expires, then overdue for its grace period, then refuses every chain",
        arguments: [
            (-day, .matched(isOverdue: false), .mismatched), (-0.001, .matched(isOverdue: false), .mismatched),
            (0, .matched(isOverdue: true), .mismatched), (29 * day, .matched(isOverdue: true), .mismatched),
            (30 * day, .expired, .expired), (400 * day, .expired, .expired),
        ] as [(TimeInterval, PinPolicy.Verdict, PinPolicy.Verdict)])
    func expiry(since: TimeInterval, right: PinPolicy.Verdict, wrong: PinPolicy.Verdict) throws {
        let policy = try PinPolicy([Self.set("bank.example", expires: -since)])
        #expect(policy.verdict(on: [Self.primary], of: "bank.example", at: Self.now) == right)
        #expect(policy.verdict(on: [Self.other], of: "bank.example", at: Self.now) == wrong)
        #expect(policy.hasExpired(for: "bank.example", at: Self.now) == (right == .expired))
        #expect(!policy.hasExpired(for: "other.example", at: Self.now))
    }

    @Test("a set without an expiry never expires, and a negative grace period counts as none")
    func noExpiry() throws {
        let policy = try PinPolicy([Self.set("bank.example"), Self.set("short.example", expires: 0, grace: -5)])
        #expect(
            policy.verdict(on: [Self.primary], of: "bank.example", at: .distantFuture) == .matched(isOverdue: false))
        #expect(policy.hasExpired(for: "short.example", at: Self.now))
    }

    @Test(
        "pin sets that give no protection are refused on creation",
        arguments: [
            ("bank.example", [], false), ("bank.example", [primary.base64], false),
            ("bank.example", [primary.base64, primary.base64], false), ("bank.example", [primary.base64, "x"], false),
            ("bank.example", [primary.base64, String(backup.base64.dropLast())], false),
            ("bank.example", [primary.base64, backup.base64 + "="], false),
            ("bank.example", [primary.base64, "sha256//" + backup.base64], false),
            // The last character of 32 bytes has two zero bits; another form of the same bytes is invalid.
            ("bank.example", [primary.base64, String(repeating: "A", count: 42) + "B="], false),
            ("bank.example", (0..<17).map { pin($0).base64 }, false), ("", [primary.base64, backup.base64], false),
            ("bank.example.", [primary.base64, backup.base64], false),
            ("https://bank.example", [primary.base64, backup.base64], false),
            ("*.bank.example", [primary.base64, backup.base64], false),
            ("localhost", [primary.base64, backup.base64], true),
            ("127.0.0.1", [primary.base64, backup.base64], true),
        ] as [(String, [String], Bool)])
    func refused(host: String, pins: [String], subdomains: Bool) {
        let error = #expect(throws: JourneyError.self) {
            try PinSet(host: host, pins: pins, includesSubdomains: subdomains)
        }
        #expect(error?.code == .configurationInvalid)
    }

    @Test("a host has one set, in any spelling")
    func twice() throws {
        #expect(throws: JourneyError.self) {
            try PinPolicy([Self.set("a.example"), Self.set("A.example", pins: [Self.other, Self.root])])
        }
        #expect(try PinPolicy([]).isEmpty)
    }

    @Test("an update replaces its host's set and no other")
    func updated() throws {
        let old = try PinPolicy([Self.set("bank.example", subdomains: true), Self.set("other.example")])
        let new = old.updated(by: try PinPolicy([Self.set("api.bank.example", pins: [Self.other, Self.root])]))
        #expect(new.verdict(on: [Self.primary], of: "api.bank.example", at: Self.now) == .mismatched)
        #expect(new.verdict(on: [Self.other], of: "api.bank.example", at: Self.now) == .matched(isOverdue: false))
        #expect(new.verdict(on: [Self.other], of: "www.bank.example", at: Self.now) == .mismatched)
        #expect(new.set(for: "other.example") == old.set(for: "other.example"))
    }

    @Test(
        "an update exposes subdomains when it drops them and no parent's set covers them",
        arguments: [
            ("bank.example", false, "bank.example"), ("bank.example", true, nil),
            // The parent domain's set still pins its subdomains.
            ("deep.bank.example", false, nil), ("api.bank.example", false, nil),
            ("lone.test", false, nil), ("new.test", false, nil),
        ])
    func exposed(host: String, subdomains: Bool, exposed: String?) throws {
        let policy = try PinPolicy([
            Self.set("bank.example", subdomains: true), Self.set("deep.bank.example", subdomains: true),
            Self.set("lone.test"),
        ])
        let update = try Self.set(host, pins: [Self.other, Self.root], subdomains: subdomains)
        #expect(policy.exposed(by: try PinPolicy([update])) == exposed)
        guard host != "bank.example" else { return }
        // An update that also replaces the parent domain's set exposes that one's subdomains.
        let both = try PinPolicy([update, Self.set("bank.example", pins: [Self.other, Self.root])])
        #expect(policy.exposed(by: both) == "bank.example")
    }

    @Test("signed content may use the keys of either set while one of them is valid")
    func extended() throws {
        let old = try PinPolicy([Self.set("bank.example", subdomains: true, expires: Self.day)])
        let new = old.extended(by: try PinPolicy([Self.set("api.bank.example", pins: [Self.other, Self.root])]))
        for key in [Self.primary, Self.backup, Self.other, Self.root] {
            #expect(
                new.verdict(on: [key], of: "api.bank.example", at: Self.now + 400 * Self.day)
                    == .matched(isOverdue: false))
        }
        #expect(new.verdict(on: [Self.pin(9)], of: "api.bank.example", at: Self.now) == .mismatched)
        #expect(new.set(for: "bank.example") == old.set(for: "bank.example"))
    }
}

@Suite("Pin reports")
struct PinReporterTests {
    private let origin: Origin
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    init() throws { origin = try #require(Origin(scheme: "https", host: "bank.example", port: 8443)) }

    private func report(_ verdict: PinPolicy.Verdict, after seconds: TimeInterval = 0, host: String? = nil) throws
        -> PinReport
    {
        let origin = host.flatMap { Origin(scheme: "https", host: $0, port: 443) } ?? origin
        return try #require(
            PinReport(
                verdict, of: origin, seen: [SPKIPin(hashing: [1])], expires: nil,
                time: Self.now.addingTimeInterval(seconds)))
    }

    @Test("a matching or unpinned connection is not reported")
    func nothing() {
        for verdict in [PinPolicy.Verdict.unpinned, .matched(isOverdue: false)] {
            #expect(PinReport(verdict, of: origin, seen: [], expires: nil, time: Self.now) == nil)
        }
    }

    @Test("one report is sent per host, reason and interval")
    func limiter() throws {
        var limiter = PinReportLimiter(interval: 60)
        #expect(limiter.admits(try report(.mismatched)))
        #expect(!limiter.admits(try report(.mismatched, after: 59.9)))
        #expect(limiter.admits(try report(.expired, after: 1)))
        #expect(limiter.admits(try report(.mismatched, after: 1, host: "b.example")))
        #expect(limiter.admits(try report(.mismatched, after: 60)))
        #expect(!limiter.admits(try report(.mismatched, after: 119)))
        // A clock that was set back suppresses nothing.
        #expect(limiter.admits(try report(.mismatched, after: -1_000)))
    }

    @Test("the limiter's memory is bounded against made-up host names, and it recovers")
    func bounded() throws {
        var limiter = PinReportLimiter(interval: 60)
        let admitted = try (0..<1_000).filter { limiter.admits(try report(.mismatched, host: "h\($0).example")) }
        #expect(admitted == Array(0..<64))
        #expect(limiter.admits(try report(.mismatched, after: 61, host: "late.example")))
    }

    @Test("a report holds the host, the reason and digests, and nothing else")
    func content() throws {
        let json = try report(.mismatched).json
        #expect(
            json == [
                "date-time": "2027-01-15T08:00:00Z", "hostname": "bank.example", "port": 8443, "reason": "mismatched",
                "effective-expiration-date": .null, "served-spki-sha256": [.string(SPKIPin(hashing: [1]).base64)],
            ])
    }

    @Test("a reporting route to a pinned host is refused")
    func route() throws {
        let pins = [SPKIPin(hashing: [1]).base64, SPKIPin(hashing: [2]).base64]
        let policy = try PinPolicy([PinSet(host: "bank.example", pins: pins, includesSubdomains: true)])
        let transport = CurlTransport()
        for (address, isGood) in [
            ("https://reports.bank.example/pins", false), ("https://bank.example/pins", false),
            ("https://reports.example/pins", true),
        ] {
            let url = try #require(HTTPSURL(address))
            var error: JourneyError?
            do throws(JourneyError) {
                _ = try PinReporter.posting(to: url, through: transport, outside: policy)
            } catch let refusal { error = refusal }
            #expect(error?.code == (isGood ? nil : .configurationInvalid))
        }
    }
}

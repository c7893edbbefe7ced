import JourneyBase
import Testing

@testable import JourneyWeb

@Suite("Page loads")
struct PageLoadsTests {
    private let home = HTTPSURL("https://bank.example/home")
    private var loads: PageLoads {
        PageLoads(policy: SourcePolicy([Origin(scheme: "https", host: "bank.example", port: 443)]))
    }

    /// Loads with `home` asked for as number 1 and on its way.
    private func underWay() throws -> PageLoads {
        var loads = loads
        let home = try #require(home)
        guard case .load = loads.request(1, home, spelled: home.description) else {
            Issue.record("an allowed page was not loaded")
            return loads
        }
        #expect(admits(home.description, in: &loads) == (true, nil))
        loads.started()
        return loads
    }

    /// Whether the engine may go there, and the load that a refusal is reported for.
    private func admits(_ text: String, isRedirect: Bool = false, in loads: inout PageLoads) -> (Bool, Int?) {
        let address = CanonicalAddress(text: text)
        let (isAdmitted, report) = loads.admits(
            text, origin: address.origin, isHTTPS: address.isHTTPS, isRedirect: isRedirect)
        return (isAdmitted, report?.load)
    }

    @Test("a page of another origin is refused before the engine hears of it")
    func foreignPage() throws {
        var loads = loads
        let url = try #require(HTTPSURL("https://bank.example.evil.test/home"))
        guard case .refused(let report) = loads.request(1, url, spelled: url.description),
            case .navigationRefused(let origin) = report.event
        else {
            Issue.record("it was let in")
            return
        }
        #expect(origin == url.origin && report.load == 1)
    }

    @Test("an overtaken load is not begun")
    func overtaken() throws {
        var loads = try underWay()
        let home = try #require(home)
        guard case .overtaken = loads.request(1, home, spelled: home.description) else {
            Issue.record("a number was used twice")
            return
        }
    }

    @Test(
        "a page that is shown goes nowhere but its policy's origins",
        arguments: [
            "https://evil.test/", "https://bank.example:8443/", "http://bank.example/", "https://bank.example",
            "blob:https://bank.example/1", "data:text/html,x", "file:///etc/passwd", "javascript:1", "",
            "https://bank.example.evil.test/", "https://user@bank.example/", "HTTPS://bank.example/", "about:config",
        ])
    func elsewhere(address: String) throws {
        var loads = try underWay()
        loads.committed(isOwn: true, origin: home?.origin)
        #expect(admits(address, in: &loads) == (false, 1))
        #expect(
            !loads.admitsFrame(
                address, origin: CanonicalAddress(text: address).origin,
                isHTTPS: CanonicalAddress(text: address).isHTTPS))
    }

    @Test(
        "frames without an address of their own, and pages of the policy, are let in",
        arguments: ["about:srcdoc", "about:blank", "https://bank.example/next?a=[b]#c"])
    func inside(address: String) throws {
        var loads = try underWay()
        loads.committed(isOwn: true, origin: home?.origin)
        #expect(admits(address, in: &loads) == (true, nil))
    }

    @Test("a redirect to another origin loses the load that it is of, and leaves what is shown")
    func redirect() throws {
        var loads = try underWay()
        #expect(admits("https://evil.test/", isRedirect: true, in: &loads) == (false, 1))
        #expect(loads.gate.isIdle && loads.gate.shown == 0)
    }

    @Test("a load has one fault, and does not finish after it")
    func oneFault() throws {
        var loads = try underWay()
        #expect(loads.failed(JourneyError(.pageLoadFailed, "a"))?.load == 1)
        #expect(loads.failed(JourneyError(.pageLoadFailed, "b")) == nil)
        #expect(loads.finished() == nil)
        // The next one starts without it, whoever began it.
        loads.started(isOwn: false)
        #expect(loads.finished() != nil)
    }

    @Test("a document of the page that makes way does not become the load's own")
    func foreignStart() throws {
        var loads = loads
        let home = try #require(home)
        _ = loads.request(1, home, spelled: home.description)
        _ = admits(home.description, in: &loads)
        loads.started(isOwn: false)
        loads.committed(isOwn: true, origin: home.origin)
        #expect(loads.gate.shown == 0)
        loads.started()
        loads.committed(isOwn: true, origin: home.origin)
        #expect(loads.gate.shown == 1)
    }

    @Test("a page that keeps stopping the next one is asked again four times")
    func sweeping() throws {
        var loads = try underWay()
        for _ in 0..<4 {
            guard case .load("https://bank.example/home") = loads.swept(isStarted: true) else {
                Issue.record("it was not asked for again")
                return
            }
            #expect(admits("https://bank.example/home", in: &loads) == (true, nil))
            loads.started()
        }
        guard case .report(let report) = loads.swept(isStarted: true) else {
            Issue.record("it went on for ever")
            return
        }
        #expect(report.load == 1)
        guard case .none = loads.swept(isStarted: true) else {
            Issue.record("it was reported twice")
            return
        }
    }

    @Test(
        "a main document is there and can be shown",
        arguments: [
            (200, true, nil), (299, true, nil), (304, true, false), (199, true, false), (0, true, false),
            (404, true, false), (500, true, true), (200, false, false),
        ] as [(Int, Bool, Bool?)])
    func answers(status: Int, canBeShown: Bool, isRestarted: Bool?) {
        let fault = PageLoads.fault(status: status, canBeShown: canBeShown)
        #expect(fault.map { $0.recovery == .restart } == isRestarted)
    }

    @Test("what is shown is not heard after its process died")
    func processDied() throws {
        var loads = try underWay()
        loads.committed(isOwn: true, origin: home?.origin)
        #expect(loads.processDied().load == 1)
        #expect(loads.gate.shown == 0)
    }
}

@Suite("Canonical address")
struct CanonicalAddressTests {
    @Test(
        "an origin is read up to the slash that ends the authority",
        arguments: [
            ("https://bank.example/", "https://bank.example"),
            ("https://bank.example:8443/a?b#c", "https://bank.example:8443"),
            ("https://bank.example/@evil.test/", "https://bank.example"), ("https://127.0.0.1/", "https://127.0.0.1"),
            ("https://evil.test\\@bank.example/", nil), ("https://bank.example@evil.test/", nil),
            ("https://bank.example#@evil.test/", nil), ("https://bank.example?@evil.test/", nil),
            ("https:///bank.example/", nil), ("https://0x7f.1/", nil), ("https://bank.example./", nil),
            ("https://bank.example:65536/", nil), ("http://bank.example/", nil), ("https://Bank.example/", nil),
            ("blob:https://bank.example/1", nil), ("", nil), ("https://", nil),
        ] as [(String, String?)])
    func origins(text: String, origin: String?) {
        #expect(CanonicalAddress(text: text).origin.map { "\($0)" } == origin)
    }

    @Test("a plain address is spelled as engines spell it")
    func spelling() throws {
        let plain = try #require(HTTPSURL("https://bank.example:443/a'b/%7e?c='d'&e=%2f"))
        #expect(CanonicalAddress(plain).text == "https://bank.example/a'b/%7e?c=%27d%27&e=%2f")
    }
}

import JourneyBase
import Testing

@testable import JourneyWeb

@Suite("Page loads")
struct PageLoadsTests {
    private let home = HTTPSURL("https://bank.example/home")
    private var loads: PageLoads {
        PageLoads(policy: SourcePolicy([Origin(scheme: "https", host: "bank.example", port: 443)]))
    }

    /// Returns loads with `home` requested as number 1 and in progress.
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

    /// Returns whether the engine may navigate there, and the load for which a refusal is reported.
    private func admits(_ text: String, isRedirect: Bool = false, in loads: inout PageLoads) -> (Bool, Int?) {
        let address = CanonicalAddress(text: text)
        let (isAdmitted, report) = loads.admits(
            text, origin: address.origin, isHTTPS: address.isHTTPS, isRedirect: isRedirect)
        return (isAdmitted, report?.load)
    }

    @Test("a page of another origin is refused before the engine is asked to load it")
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

    @Test("a superseded load is not started")
    func overtaken() throws {
        var loads = try underWay()
        let home = try #require(home)
        guard case .overtaken = loads.request(1, home, spelled: home.description) else {
            Issue.record("a number was used twice")
            return
        }
    }

    @Test(
        "a shown page can navigate only to its policy's origins",
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
        "frames without their own address and pages of the policy are allowed",
        arguments: ["about:srcdoc", "about:blank", "https://bank.example/next?a=[b]#c"])
    func inside(address: String) throws {
        var loads = try underWay()
        loads.committed(isOwn: true, origin: home?.origin)
        #expect(admits(address, in: &loads) == (true, nil))
    }

    @Test("a redirect to another origin fails its load and leaves the shown page")
    func redirect() throws {
        var loads = try underWay()
        #expect(admits("https://evil.test/", isRedirect: true, in: &loads) == (false, 1))
        #expect(loads.tracker.isIdle && loads.tracker.shown == 0)
    }

    /// A navigation of the shown page, and its decision.
    struct Going: CustomTestStringConvertible {
        let address: String
        var isGET = true
        var isOfHistory = false
        let decision: MainNavigation.Decision
        var testDescription: String { "\(isGET ? "GET" : "POST") \(address)\(isOfHistory ? ", back" : "")" }
    }

    static let goings: [Going] = [
        Going(address: "https://bank.example/next", decision: .allow),
        Going(address: "https://bank.example/next?a#b", decision: .allow),
        // The system compares hosts only, and so does this.
        Going(address: "https://bank.example:8443/next", decision: .allow),
        Going(address: "https://pay.example/", decision: .loadInstead),
        Going(address: "https://pay.example/?to=1#2", decision: .loadInstead),
        Going(address: "https://sub.bank.example/", decision: .loadInstead),
        Going(address: "https://pay.example/", isGET: false, decision: .allow),
        Going(address: "https://pay.example/", isOfHistory: true, decision: .allow),
        Going(address: "https://evil.test/", decision: .cancel),
        Going(address: "https://pay.example.evil.test/", decision: .cancel),
        Going(address: "http://pay.example/", decision: .cancel),
        Going(address: "https://pay.example:444/", decision: .cancel),
        Going(address: "wallet://pay", decision: .cancel), Going(address: "javascript:1", decision: .cancel),
        Going(address: "about:blank", decision: .allow),
    ]

    /// Returns loads with `home` shown, of a policy with other hosts, other ports and a subdomain.
    private func shown() throws -> PageLoads {
        var loads = PageLoads(
            policy: SourcePolicy([
                Origin(scheme: "https", host: "bank.example", port: 443),
                Origin(scheme: "https", host: "bank.example", port: 8443),
                Origin(scheme: "https", host: "sub.bank.example", port: 443),
                Origin(scheme: "https", host: "pay.example", port: 443),
            ]))
        let home = try #require(home)
        guard case .load = loads.request(1, home, spelled: home.description) else { return loads }
        #expect(decide(home.description, in: &loads) == .allow, "a load that was asked for is the container's own")
        loads.started()
        loads.committed(isOwn: true, origin: home.origin)
        return loads
    }

    private func decide(
        _ text: String, isRedirect: Bool = false, isGET: Bool = true, isTapped: Bool = false, isOfHistory: Bool = false,
        in loads: inout PageLoads
    ) -> MainNavigation.Decision {
        loads.decide(
            MainNavigation(
                address: CanonicalAddress(text: text), isRedirect: isRedirect, isRepeatable: isGET,
                isTapped: isTapped, isOfHistory: isOfHistory)
        ).decision
    }

    @Test("a page's navigation to another allowed host is loaded by the container instead", arguments: goings)
    func otherHosts(going: Going) throws {
        var loads = try shown()
        let decision = decide(going.address, isGET: going.isGET, isOfHistory: going.isOfHistory, in: &loads)
        #expect(decision == going.decision)
    }

    @Test(
        "a load by the container is allowed once, and the following page is checked again"
    )
    func takenOver() throws {
        var loads = try shown()
        let link = "https://pay.example/"
        #expect(decide(link, in: &loads) == .loadInstead)
        #expect(decide(link, in: &loads) == .allow)
        // The old page's link was tapped again: nothing is handed to the system.
        #expect(decide(link, in: &loads) == .loadInstead)
        #expect(decide(link, in: &loads) == .allow)
        loads.started(isOwn: false)
        // Its redirect to yet another host is taken over too.
        #expect(decide("https://sub.bank.example/", in: &loads) == .loadInstead)
        #expect(decide("https://sub.bank.example/", in: &loads) == .allow)
        loads.committed(isOwn: false, origin: CanonicalAddress(text: "https://sub.bank.example/").origin)
        #expect(loads.tracker.shown == 1, "it is the same load's page that went on")
        #expect(decide("https://sub.bank.example/2", in: &loads) == .allow)
        #expect(decide("https://bank.example/home", in: &loads) == .loadInstead)
    }

    @Test("concurrent links are both loaded, and an unfinished takeover is forgotten")
    func forgotten() throws {
        var loads = try shown()
        let (one, two) = ("https://pay.example/1", "https://pay.example/2")
        #expect(decide(one, in: &loads) == .loadInstead)
        #expect(decide(two, in: &loads) == .loadInstead)
        #expect(decide(one, in: &loads) == .allow && decide(two, in: &loads) == .allow)
        for end in 0..<3 {
            #expect(decide(one, in: &loads) == .loadInstead)
            switch end {
            case 0: loads.committed(isOwn: false, origin: home?.origin)
            case 1: _ = loads.failed(JourneyError(.pageLoadFailed, "a"))
            default: _ = loads.request(2, try #require(home), spelled: "https://bank.example/home")
            }
            loads.started(isOwn: false)
            if end < 2 {
                #expect(decide(one, in: &loads) == .loadInstead, "\(end)")
                loads.committed(isOwn: false, origin: home?.origin)
            }
        }
        // The old page can't navigate during a load.
        #expect(decide(one, in: &loads) == .cancel)
    }

    @Test("the engine follows redirects of a load to allowed origins")
    func redirected() throws {
        var loads = try shown()
        let url = try #require(HTTPSURL("https://bank.example/2"))
        _ = loads.request(2, url, spelled: url.description)
        #expect(decide(url.description, in: &loads) == .allow)
        loads.started()
        #expect(decide("https://pay.example/", isRedirect: true, in: &loads) == .allow)
        #expect(decide("https://evil.test/", isRedirect: true, in: &loads) == .cancel)
    }

    @Test("a link tapped while the next page loads is not its redirect and opens no other app")
    func tappedMeanwhile() throws {
        var loads = try shown()
        let url = try #require(HTTPSURL("https://bank.example/2"))
        _ = loads.request(2, url, spelled: url.description)
        #expect(decide(url.description, in: &loads) == .allow)
        loads.started()
        for link in ["https://pay.example/", "https://bank.example/3"] {
            #expect(decide(link, isRedirect: true, isTapped: true, in: &loads) == .cancel)
        }
        // The load continues, and its document is its own.
        loads.committed(isOwn: true, origin: url.origin)
        #expect(loads.tracker.shown == 2 && loads.tracker.isIdle)
        #expect(decide("https://pay.example/", isTapped: true, in: &loads) == .loadInstead)
    }

    @Test("a load fails once and does not finish afterwards")
    func oneFault() throws {
        var loads = try underWay()
        #expect(loads.failed(JourneyError(.pageLoadFailed, "a"))?.load == 1)
        #expect(loads.failed(JourneyError(.pageLoadFailed, "b")) == nil)
        #expect(loads.finished() == nil)
        // The next load starts without the failure, whoever began it.
        loads.started(isOwn: false)
        #expect(loads.finished() != nil)
    }

    @Test("a document of the previous page does not become the load's own")
    func foreignStart() throws {
        var loads = loads
        let home = try #require(home)
        _ = loads.request(1, home, spelled: home.description)
        _ = admits(home.description, in: &loads)
        loads.started(isOwn: false)
        loads.committed(isOwn: true, origin: home.origin)
        #expect(loads.tracker.shown == 0)
        loads.started()
        loads.committed(isOwn: true, origin: home.origin)
        #expect(loads.tracker.shown == 1)
    }

    @Test("a load that the previous page keeps stopping is retried four times")
    func sweeping() throws {
        var loads = try underWay()
        for _ in 0..<4 {
            guard case .load("https://bank.example/home") = loads.retry(isStarted: true) else {
                Issue.record("it was not asked for again")
                return
            }
            #expect(admits("https://bank.example/home", in: &loads) == (true, nil))
            loads.started()
        }
        guard case .report(let report) = loads.retry(isStarted: true) else {
            Issue.record("it went on for ever")
            return
        }
        #expect(report.load == 1)
        guard case .none = loads.retry(isStarted: true) else {
            Issue.record("it was reported twice")
            return
        }
    }

    @Test(
        "a main document needs a success status and displayable content",
        arguments: [
            (200, true, nil), (299, true, nil), (304, true, false), (199, true, false), (0, true, false),
            (404, true, false), (500, true, true), (200, false, false),
        ] as [(Int, Bool, Bool?)])
    func answers(status: Int, canBeShown: Bool, isRestarted: Bool?) {
        let fault = PageLoads.fault(status: status, canBeShown: canBeShown)
        #expect(fault.map { $0.recovery == .restart } == isRestarted)
    }

    @Test("events of a shown page are ignored after its process died")
    func processDied() throws {
        var loads = try underWay()
        loads.committed(isOwn: true, origin: home?.origin)
        #expect(loads.processDied().load == 1)
        #expect(loads.tracker.shown == 0)
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

    @Test("a plain address is normalised as engines do")
    func spelling() throws {
        let plain = try #require(HTTPSURL("https://bank.example:443/a'b/%7e?c='d'&e=%2f"))
        #expect(CanonicalAddress(plain).text == "https://bank.example/a'b/%7e?c=%27d%27&e=%2f")
    }
}

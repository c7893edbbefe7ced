import JourneyBase
import Testing

@testable import JourneyWeb

@Suite("Responses to navigations")
struct PageResponseTests {
    @Test("the main document and same-origin frames need a policy; other frames are isolated and do not")
    func documents() {
        let bank = Origin(scheme: "https", host: "bank.example", port: 443)
        let near = Origin(scheme: "https", host: "bank.example", port: 8443)
        let good = [
            "script-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
        ]
        func verdict(_ isMain: Bool, _ origin: Origin?, _ policies: [String], page: Origin?) -> String {
            let response = PageResponse(
                isMainFrame: isMain, origin: origin, status: 200, canBeShown: true, contentSecurityPolicies: policies)
            return switch response.verdict(inPageOf: page) {
            case .show: "show"
            case .drop: "drop"
            case .lose(let error): error.code.rawValue
            }
        }
        #expect(verdict(true, bank, good, page: nil) == "show")
        #expect(verdict(true, bank, [], page: nil) == "CSP_REQUIRED")
        // A page that navigates within its step is checked again.
        #expect(verdict(true, bank, [], page: bank) == "CSP_REQUIRED")
        #expect(verdict(true, near, [], page: bank) == "CSP_REQUIRED")
        #expect(verdict(false, bank, good, page: bank) == "show")
        #expect(verdict(false, bank, [], page: bank) == "CSP_REQUIRED")
        #expect(verdict(false, near, [], page: bank) == "show")
        #expect(verdict(false, nil, [], page: nil) == "show")
    }

    @Test("status and content type are checked first, and a frame that cannot be shown stays empty")
    func faults() {
        var response = PageResponse(
            isMainFrame: true, origin: nil, status: 404, canBeShown: true, contentSecurityPolicies: [])
        func code() -> ErrorCode? {
            if case .lose(let error) = response.verdict(inPageOf: nil) { error.code } else { nil }
        }
        #expect(code() == .pageLoadFailed)
        response.status = 200
        #expect(code() == .cspRequired)
        response.canBeShown = false
        #expect(code() == .pageLoadFailed)
        response.isMainFrame = false
        #expect(response.verdict(inPageOf: nil) == .drop)
        #expect(response.verdictOfForeignPage == .drop)
        (response.isMainFrame, response.canBeShown) = (true, true)
        #expect(response.verdictOfForeignPage == .show)
    }
}

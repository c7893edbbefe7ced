public import Foundation
import JourneyCBOR
public import MobileDocument

/// What was read, and what it is worth.
public struct ReadResult: Sendable {
    /// What the answer is worth, in one word; the report has every check.
    public enum Verdict: Hashable, Sendable {
        /// All that was asked for came, and every needed check passed.
        case verified
        /// What came passed every needed check, and something did not come.
        case incomplete(missing: [ElementName])
        /// A check failed, or a needed one could not be made: nothing of it is to be believed.
        case notVerified([VerificationCheck])
    }

    public let profile: RequestProfile
    public let verdict: Verdict
    /// For each age that was asked for: whether it was reached; none that nothing verified says anything about. Over 21 is over
    /// 18, and not over 18 is not over 21.
    public let ages: [Int: Bool]
    public let report: ResponseReport
    /// As of when everything was checked.
    public let time: Date
    /// The response as received.
    public let response: DeviceResponse
}

extension ReadResult: Equatable {
    /// The same answer to the same question at the same time.
    public static func == (a: ReadResult, b: ReadResult) -> Bool {
        a.response.item.encoded == b.response.item.encoded && a.profile == b.profile && a.time == b.time
            && a.verdict == b.verdict && a.ages == b.ages
    }
}

extension ReadResult {
    /// The result of `response` in the session that the reader itself knows; `nil` when it has no document.
    init?(
        _ response: DeviceResponse, to profile: RequestProfile, by verifier: DocumentVerifier,
        session: DocumentVerifier.Session, needed: Set<VerificationCheck.Name>, at time: Date
    ) {
        guard !response.entries.isEmpty else { return nil }
        let report = verifier.verify(response, session: session, request: profile.requested, at: time)
        self.profile = profile
        self.report = report
        self.time = time
        self.response = response
        let faults = report.documents.flatMap { $0.faults(needed) }
        guard faults.isEmpty else {
            verdict = .notVerified(faults)
            ages = [:]
            return
        }
        // One that fails hides what others say: nothing is concluded beside a forgery.
        ages = ReadResult.ages(profile, report)
        verdict = ReadResult.missing(profile, report).map { .incomplete(missing: $0) } ?? .verified
    }

    private static func ages(_ profile: RequestProfile, _ report: ResponseReport) -> [Int: Bool] {
        var ages: [Int: Bool] = [:]
        for document in profile.documents {
            for element in document.elements {
                guard let years = AgeElement(element.name.identifier)?.years else { continue }
                for answer in report.documents where answer.docType == document.docType {
                    if let isOver = answer.isOver(years, in: element.name.nameSpace) { ages[years] = isOver }
                }
            }
        }
        return ages
    }

    /// What was asked for and did not come; `nil` when enough did.
    private static func missing(_ profile: RequestProfile, _ report: ResponseReport) -> [ElementName]? {
        var left = report.documents
        var lacking: [(isAnswered: Bool, names: [ElementName])] = []
        for document in profile.documents {
            guard let index = left.firstIndex(where: { $0.docType == document.docType }) else {
                lacking.append((false, document.elements.map(\.name)))
                continue
            }
            let answer = left.remove(at: index)
            lacking.append((true, document.elements.map(\.name).filter { !answer.tells($0) }))
        }
        switch profile.need {
        case .all:
            let names = lacking.flatMap(\.names)
            return names.isEmpty ? nil : names
        case .any:
            if lacking.contains(where: { $0.names.isEmpty }) { return nil }
            // Of the document that came, not of those that could have.
            return (lacking.first(where: \.isAnswered) ?? lacking.first)?.names
        }
    }
}

extension DocumentReport {
    /// What speaks against the document: a check that failed, or a needed one that did not pass.
    func faults(_ needed: Set<VerificationCheck.Name>) -> [VerificationCheck] {
        checks.filter { check in
            switch check.outcome {
            case .passed: false
            case .failed: true
            // Where nothing was shared, there is no item that the issuer could not have signed.
            case .notRun: needed.contains(check.name) && !(check.name == .digests && elements.isEmpty)
            }
        }
    }

    /// Whether the issuer's part answers for that element: by itself, or by a statement about another age.
    fileprivate func tells(_ name: ElementName) -> Bool {
        if elements.contains(where: { $0.name == name && $0.source == .issuer }) { return true }
        return AgeElement(name.identifier).map { isOver($0.years, in: name.nameSpace) != nil } ?? false
    }
}

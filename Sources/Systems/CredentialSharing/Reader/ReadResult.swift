public import Foundation
import JourneyCBOR
public import MobileDocument

/// The result of reading: the response and its verification.
public struct ReadResult: Sendable {
    /// The overall verdict; the report has every check.
    public enum Verdict: Hashable, Sendable {
        /// Everything requested was returned, and every required check passed.
        case verified
        /// Everything returned passed the required checks, but some elements are missing.
        case incomplete(missing: [ElementName])
        /// A check failed, or a required check could not be performed. No value may be trusted.
        case notVerified([VerificationCheck])
    }

    /// The request that was answered.
    public let profile: RequestProfile
    /// The overall verdict.
    public let verdict: Verdict
    /// The verified answers by requested age in years: `true` if the holder has reached it. Over 21 implies over 18,
    /// and not over 18 implies not over 21.
    public let ages: [Int: Bool]
    /// The report with every check and element.
    public let report: ResponseReport
    /// The time of the verification.
    public let time: Date
    /// The response as received.
    public let response: DeviceResponse
}

extension ReadResult: Equatable {
    /// Returns `true` if both are the same response to the same request, verified at the same time.
    ///
    /// - Parameters:
    ///   - a: A result.
    ///   - b: Another result.
    public static func == (a: ReadResult, b: ReadResult) -> Bool {
        a.response.item.encoded == b.response.item.encoded && a.profile == b.profile && a.time == b.time
            && a.verdict == b.verdict && a.ages == b.ages
    }
}

extension ReadResult {
    /// Verifies `response` in the session that the reader knows itself; `nil` when it has no document.
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
        // A failed document voids the others: nothing is concluded from a response with a forgery.
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

    /// Returns the missing elements, or `nil` when the response is complete.
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
            // Reported for the document that was returned, not for the alternatives.
            return (lacking.first(where: \.isAnswered) ?? lacking.first)?.names
        }
    }
}

extension DocumentReport {
    /// Returns the checks that speak against the document: failed ones, and required ones that did not pass.
    func faults(_ needed: Set<VerificationCheck.Name>) -> [VerificationCheck] {
        checks.filter { check in
            switch check.outcome {
            case .passed: false
            case .failed: true
            // If nothing was shared, there is no item to check against the issuer's digests.
            case .notRun: needed.contains(check.name) && !(check.name == .digests && elements.isEmpty)
            }
        }
    }

    /// Returns `true` if the issuer-signed data answers for the element, directly or by a statement about another age.
    fileprivate func tells(_ name: ElementName) -> Bool {
        if elements.contains(where: { $0.name == name && $0.source == .issuer }) { return true }
        return AgeElement(name.identifier).map { isOver($0.years, in: name.nameSpace) != nil } ?? false
    }
}

import CredentialSharing
import JourneyBase
import JourneyCLI
import MobileDocument

/// The result of reading, as text and as JSON.
struct ReaderText {
    private let result: ReadResult

    init(_ result: ReadResult) { self.result = result }

    var outcome: String {
        switch result.verdict {
        case .verified: "verified"
        case .incomplete: "incomplete"
        case .notVerified: "notVerified"
        }
    }

    var members: [String: JSONValue] {
        [
            "profile": .string(result.profile.name), "policies": .array(policies.map { .string($0) }),
            "missing": .array(missing.map { .string("\($0)") }),
            "ages": .object(
                Dictionary(uniqueKeysWithValues: result.ages.map { ("\($0.key)", JSONValue.bool($0.value)) })),
            "report": ReportText(result.report, at: result.time).json,
        ]
    }

    /// Returns the verdict, followed by the ages, every check and every element.
    func text(_ style: Style) -> String {
        var lines: [String] = []
        switch result.verdict {
        case .verified:
            let policy = policies.joined(separator: ", ")
            lines.append(
                style.green(
                    "Verified under \(policy): everything requested was returned, and every required check passed."))
        case .incomplete:
            lines.append(style.yellow("Incomplete: the returned elements are verified, but some are missing."))
            lines.append("Missing: \(missing.map(\.identifier).joined(separator: ", "))")
        case .notVerified: lines.append(style.red("NOT verified: do not trust any of the values."))
        }
        for (years, isOver) in result.ages.sorted(by: { $0.key < $1.key }) {
            lines.append(isOver ? style.green("\(years) or over: yes") : style.yellow("\(years) or over: no"))
        }
        return lines.joined(separator: "\n") + "\n\n" + ReportText(result.report, at: result.time).text(style)
    }

    /// The names of the policies under which the documents were verified.
    private var policies: [String] { Set(result.report.documents.compactMap { $0.policy?.description }).sorted() }

    private var missing: [ElementName] {
        if case .incomplete(let missing) = result.verdict { missing } else { [] }
    }

    /// Returns a line of progress.
    static func words(_ state: ReaderSessionState.Kind) -> String? {
        switch state {
        case .notStarted, .readyToScan, .scanning, .success, .failed, .cancelled: nil
        case .preflight: "The radio is not ready."
        case .connecting: "Looking for the holder's device."
        case .requesting: "Connected. Sending the request."
        case .awaitingResponse: "Waiting for the holder's consent."
        case .verifying: "Verifying the answer."
        }
    }
}

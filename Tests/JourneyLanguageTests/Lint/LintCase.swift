import JourneyBase
import JourneyCrypto
import Testing

@testable import JourneyLanguage

/// Changes to the good manifest, its bundle, or its text.
struct LintEdit: Sendable {
    typealias Change = (path: String, value: JSONValue?)
    var base = TestManifest.manifest
    var manifest: [Change] = []
    var bundle: [Change] = []
    /// A part of the manifest's text and its replacement.
    var text: (String, String)?

    /// The bytes of the manifest, with the bundle's hash, and of the bundle.
    var files: (manifest: [UInt8], openAPI: [UInt8]) {
        let document = bundle.reduce(TestManifest.openAPI) { $0.adding($1.path, $1.value) }
        let hash = JSONValue.string(TestManifest.hash(of: document))
        let pinned = base["oapiSha256"] == nil ? base : base.setting("oapiSha256", to: hash)
        let changed = manifest.reduce(pinned) { $0.setting($1.path, to: $1.value) }
        guard let text else { return (changed.compactBytes, document.compactBytes) }
        return (Array(changed.compactText.replacing(text.0, with: text.1).utf8), document.compactBytes)
    }
}

/// A rule with a change that violates it, the location of the finding, and a similar change that does not violate it.
struct LintCase: Sendable, CustomTestStringConvertible {
    let rule: LintRule
    let severity: Finding.Severity
    let document: Finding.Document
    let place: String
    let bad: LintEdit
    let good: LintEdit
    var pages: [String]?

    init(
        _ rule: LintRule, _ severity: Finding.Severity = .error, at place: String, bad: [LintEdit.Change],
        good: [LintEdit.Change], pages: [String]? = nil
    ) {
        (self.rule, self.severity, self.place, document) = (rule, severity, place, .manifest)
        (self.bad, self.good, self.pages) = (LintEdit(manifest: bad), LintEdit(manifest: good), pages)
    }

    /// Creates a case for the bundle, at a JSON pointer.
    init(
        _ rule: LintRule, _ severity: Finding.Severity = .error, inBundle place: String, bad: [LintEdit.Change],
        good: [LintEdit.Change]
    ) {
        (self.rule, self.severity, self.place, document) = (rule, severity, place, .openAPI)
        (self.bad, self.good) = (LintEdit(bundle: bad), LintEdit(bundle: good))
    }

    /// Creates a case for the text, for changes that JSON values cannot express.
    init(_ rule: LintRule, at place: String, of text: String, bad: String, good: String) {
        (self.rule, severity, self.place, document) = (rule, .error, place, .manifest)
        (self.bad, self.good) = (LintEdit(text: (text, bad)), LintEdit(text: (text, good)))
    }

    /// Creates a case for both files.
    init(
        _ rule: LintRule, _ severity: Finding.Severity = .error, at place: String, bad: LintEdit, good: LintEdit
    ) {
        (self.rule, self.severity, self.place, document) = (rule, severity, place, .manifest)
        (self.bad, self.good) = (bad, good)
    }

    var testDescription: String { "\(rule.rawValue) at \(place)" }

    func findings(_ edit: LintEdit) -> [Finding] {
        let files = edit.files
        return Lint.check(files.manifest, openAPI: files.openAPI, pages: pages)
    }

    static let all = documents + head + steps + calls + bundles + authorizations
}

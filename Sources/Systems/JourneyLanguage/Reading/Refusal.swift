package import JourneyBase

/// The refusal of a document, with the path of the fault.
package struct Refusal: Error, Hashable {
    package let code: ErrorCode
    /// The path, such as `steps.review.bindings[0].call.operationId`; empty for the document.
    package let path: String
    /// The message, as a whole sentence.
    package let message: String
    /// The violated rule. Codes that are rules themselves need none.
    package let rule: LintRule
    /// The fault in the OpenAPI bundle, if that is the document to fix.
    let bundle: BundleFault?

    struct BundleFault: Hashable {
        let pointer: String
        let message: String
    }

    package init(_ code: ErrorCode, at path: String, _ message: String, _ rule: LintRule? = nil) {
        self.init(code, at: path, message, rule, bundle: nil)
    }

    init(_ code: ErrorCode, at path: String, _ message: String, _ rule: LintRule?, bundle: BundleFault?) {
        self.code = code
        self.path = path
        self.message = message
        self.rule = rule ?? LintRule(rawValue: code.rawValue) ?? .invalidValue
        self.bundle = bundle
    }

    package var error: JourneyError { JourneyError(code, message) }

    /// Returns a sentence from its subject and the rest; a rest that ends in a question gets no full stop.
    static func sentence(_ subject: String, _ rest: String) -> String {
        "\(subject) \(rest)\(rest.hasSuffix("?") ? "" : ".")"
    }

    /// Returns `text` in quotes, cut to 64 characters, with control characters replaced by spaces.
    package static func quote(_ text: String) -> String {
        let plain = text.unicodeScalars.prefix(64).map { $0.value < 0x20 || $0.value == 0x7F ? " " : String($0) }
        return "'\(plain.joined())\(text.unicodeScalars.count > 64 ? "…" : "")'"
    }
}

/// Runs `work` and converts its refusals to `JourneyError`.
package func reporting<Value>(_ work: () throws(Refusal) -> Value) throws(JourneyError) -> Value {
    do { return try work() } catch { throw error.error }
}

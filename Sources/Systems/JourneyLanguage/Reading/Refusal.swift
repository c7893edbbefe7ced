package import JourneyBase

/// Why a document is refused, and where in it.
package struct Refusal: Error, Hashable {
    package let code: ErrorCode
    /// Such as `steps.review.bindings[0].call.operationId`; empty for the document.
    package let path: String
    /// The whole sentence.
    package let message: String
    /// The rule that is broken; a code that is a rule itself needs none.
    package let rule: LintRule
    /// What is wrong in the OpenAPI bundle, when that is where it has to be mended: a pointer and a sentence.
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

    /// `text` in quotes, cut when it is long, without what would break a line.
    package static func quote(_ text: String) -> String {
        let plain = text.unicodeScalars.prefix(64).map { $0.value < 0x20 || $0.value == 0x7F ? " " : String($0) }
        return "'\(plain.joined())\(text.unicodeScalars.count > 64 ? "…" : "")'"
    }
}

/// Turns what a step of the loading throws into what the caller sees.
package func reporting<Value>(_ work: () throws(Refusal) -> Value) throws(JourneyError) -> Value {
    do { return try work() } catch { throw error.error }
}

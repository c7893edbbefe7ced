import JourneyBase

/// Checks a pass for mistakes before it is signed.
///
/// Each part of a pass has its own file of checks. They implement Wallet's requirements (Apple's Wallet Passes documentation and
/// known refusals). Unknown members are reported too, because Wallet silently ignores misspelt ones.
package struct PassCheck: Sendable {
    /// The problems found, in the order of the checks.
    var faults: [PassFault] = []
    let files: [String: [UInt8]]
    private(set) var content: [String: JSONValue] = [:]
    private(set) var style: PassStyle?

    /// The longest `pass.json` accepted, in bytes.
    static let longestContent = 1 << 20

    /// Returns the problems of a pass with these files, by path. `signer` is the future signer, if known.
    package static func faults(in files: [String: [UInt8]], signer: PassSignerNames? = nil) -> [PassFault] {
        var check = PassCheck(files: files)
        check.run(signer: signer)
        return check.faults
    }

    private init(files: [String: [UInt8]]) { self.files = files }

    private mutating func run(signer: PassSignerNames?) {
        checkFileNames()
        guard let bytes = files["pass.json"] else {
            return add(.content, "pass.json", "pass.json is missing at the top of the pass.")
        }
        do {
            let limits = JSONLimits(bytes: PassCheck.longestContent, depth: 16)
            guard let object = try JSONReader.read(bytes, limits: limits).object else {
                return add(.content, "pass.json", "pass.json is not a JSON object.")
            }
            content = object
        } catch {
            return add(.content, "pass.json", "pass.json is not valid JSON: \(error).")
        }
        checkIdentity(signer)
        style = checkStyle()
        if let style { checkFields(style) }
        checkBarcodes()
        checkNFC()
        checkAppearance()
        checkPlaces()
        checkWebService()
        checkBinding()
        checkPersonalization()
        checkUnknownMembers()
        checkImages()
        checkLanguages()
    }

    /// Adds an error: Wallet refuses the pass.
    mutating func add(_ code: PassFault.Code, _ place: String, _ sentence: String) {
        faults.append(PassFault(code, .error, at: place, sentence))
    }

    /// Adds a warning: Wallet shows less than intended, or something is unused.
    mutating func warn(_ code: PassFault.Code, _ place: String, _ sentence: String) {
        faults.append(PassFault(code, .warning, at: place, sentence))
    }

    /// Returns the text of a required member, or adds an error.
    mutating func requiredText(_ name: String, longest: Int = 1_024) -> String? {
        guard let value = content[name] else {
            add(.missing, "pass.json/\(name)", "\(name) is required.")
            return nil
        }
        guard let text = value.string, !text.isEmpty, text.utf8.count <= longest else {
            add(.invalid, "pass.json/\(name)", "\(name) must be a non-empty string of at most \(longest) bytes.")
            return nil
        }
        return text
    }

    /// Adds an error when the member is present and fails `isGood`.
    mutating func check(
        _ object: [String: JSONValue], _ name: String, at place: String, code: PassFault.Code = .invalid,
        _ wanted: String,
        _ isGood: (JSONValue) -> Bool
    ) {
        guard let value = object[name], !isGood(value) else { return }
        add(code, "\(place)/\(name)", "\(name) must be \(wanted).")
    }
}

import JourneyBase

/// Looks for the mistakes in a pass before anybody signs it.
///
/// A value that gathers; each part of a pass has its file. What is checked is what Wallet wants (Apple's Wallet Passes and its
/// known refusals); members that it does not know are named, because a misspelt one is passed over in silence.
package struct PassCheck: Sendable {
    /// In the order of the checks.
    var faults: [PassFault] = []
    let files: [String: [UInt8]]
    private(set) var content: [String: JSONValue] = [:]
    private(set) var style: PassStyle?

    /// The longest `pass.json`, in bytes.
    static let longestContent = 1 << 20

    /// What is wrong with a pass of these files, by path. `signer` is who will sign it, where that is known.
    package static func faults(in files: [String: [UInt8]], signer: PassSignerNames? = nil) -> [PassFault] {
        var check = PassCheck(files: files)
        check.run(signer: signer)
        return check.faults
    }

    private init(files: [String: [UInt8]]) { self.files = files }

    private mutating func run(signer: PassSignerNames?) {
        checkFileNames()
        guard let bytes = files["pass.json"] else {
            return add(.content, "pass.json", "There is no pass.json at the top of the pass.")
        }
        do {
            let limits = JSONLimits(bytes: PassCheck.longestContent, depth: 16)
            guard let object = try JSONReader.read(bytes, limits: limits).object else {
                return add(.content, "pass.json", "pass.json is no JSON object.")
            }
            content = object
        } catch {
            return add(.content, "pass.json", "pass.json is no JSON: \(error).")
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

    /// Wallet refuses the pass.
    mutating func add(_ code: PassFault.Code, _ place: String, _ sentence: String) {
        faults.append(PassFault(code, .error, at: place, sentence))
    }

    /// Wallet shows less than was meant, or something is there for nothing.
    mutating func warn(_ code: PassFault.Code, _ place: String, _ sentence: String) {
        faults.append(PassFault(code, .warning, at: place, sentence))
    }

    /// The text of a member that has to be there, or a fault.
    mutating func requiredText(_ name: String, longest: Int = 1_024) -> String? {
        guard let value = content[name] else {
            add(.missing, "pass.json/\(name)", "\(name) has to be there.")
            return nil
        }
        guard let text = value.string, !text.isEmpty, text.utf8.count <= longest else {
            add(.invalid, "pass.json/\(name)", "\(name) is a text of at most \(longest) bytes that is not empty.")
            return nil
        }
        return text
    }

    /// A fault when the member is there and is not what `isGood` wants.
    mutating func check(
        _ object: [String: JSONValue], _ name: String, at place: String, code: PassFault.Code = .invalid,
        _ wanted: String,
        _ isGood: (JSONValue) -> Bool
    ) {
        guard let value = object[name], !isGood(value) else { return }
        add(code, "\(place)/\(name)", "\(name) is \(wanted).")
    }
}

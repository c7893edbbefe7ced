package import JourneyBase

/// Checks the return of an authorization: whether it is the awaited address, carries what the run expects, and what it brings.
package struct AuthorizationReturnValidator: Sendable {
    /// The longest accepted address, in bytes.
    package static let limit = 8_192
    /// The longest member that is stored, in bytes.
    private static let memberLimit = 2_048

    /// The address at which the browser ends the visit.
    package let address: BrowserReturnAddress
    /// The return address without query and fragment.
    private let start: String
    private let parameters: Authorization.Parameters
    private let expected: [String: String]
    private let outputs: Set<String>

    /// Creates a validator of the returns of one visit.
    ///
    /// - Parameters:
    ///   - authorization: The authorization of an entered step, whose expected values are known.
    ///   - outputs: The names of the members to return.
    ///   - redirectScheme: The app's scheme.
    package init(_ authorization: Authorization, outputs: Set<String>, redirectScheme: String) {
        switch authorization.returnAddress {
        case .https(let url):
            address = .https(url)
            start = url.description
        case .app(let path):
            // Browsers write schemes in lower case (WHATWG URL, section 4.4).
            address = .scheme(redirectScheme)
            start = "\(redirectScheme.lowercased()):\(path)"
        }
        parameters = authorization.parameters
        expected = authorization.expected
        self.outputs = outputs
    }

    /// Returns the address with its scheme in lower case (RFC 3986, section 3.1), as links need not have it.
    private static func normalized(_ uri: String) -> String {
        guard let colon = uri.utf8.firstIndex(of: UInt8(ascii: ":")) else { return uri }
        return uri[..<colon].lowercased() + uri[colon...]
    }

    /// Returns `true` if `uri` is the return that the run expects, a refusal included.
    package func accepts(_ uri: String) -> Bool {
        do throws(JourneyError) { _ = try members(of: uri) } catch { return error.code == .authorizationRefused }
        return true
    }

    /// Returns the stored members of a return.
    ///
    /// - Parameter uri: The address at which the visit ended, as the browser or another app wrote it.
    /// - Returns: An object with the members of `outputs` that the return carries.
    /// - Throws: `JourneyError` with `AUTHORIZATION_MISMATCH` for another address, a repeated or malformed member, or one that
    ///   does not have its expected value, and `AUTHORIZATION_REFUSED` if the return carries an error.
    package func members(of uri: String) throws(JourneyError) -> JSONValue {
        guard uri.utf8.count <= AuthorizationReturnValidator.limit else {
            throw AuthorizationReturnValidator.mismatch("The return has more than 8,192 bytes.")
        }
        let uri = AuthorizationReturnValidator.normalized(uri)
        guard BrowserReturnAddress.isAddress(uri, from: start) else {
            throw AuthorizationReturnValidator.mismatch("The visit ended at another address than the declared one.")
        }
        let form = try form(of: uri.utf8.dropFirst(start.utf8.count))
        var known: [String: String] = [:]
        for name in Set(expected.keys).union(outputs).union(["error"]) {
            let values = form.entries.filter { $0.name == name }.map(\.value)
            guard values.count <= 1 else {
                throw AuthorizationReturnValidator.mismatch("The return has \(name) more than once.")
            }
            known[name] = values.first
        }
        for (name, value) in expected.sorted(by: { $0.key < $1.key }) where known[name] != value {
            throw AuthorizationReturnValidator.mismatch("The return's \(name) is not the expected one.")
        }
        guard known["error"] == nil else {
            throw JourneyError(
                .authorizationRefused, "The other party did not authorize: the return carries an error.",
                recovery: .restart)
        }
        var members: [String: JSONValue] = [:]
        for name in outputs {
            guard let value = known[name] else { continue }
            guard (1...AuthorizationReturnValidator.memberLimit).contains(value.utf8.count),
                value.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
            else {
                throw AuthorizationReturnValidator.mismatch(
                    "The return's \(name) is not 1 to 2,048 printable ASCII characters.")
            }
            members[name] = .string(value)
        }
        return .object(members)
    }

    /// Returns the members of the part that carries them. Members in the other part are another protocol's, so they are refused.
    private func form(of rest: Substring.UTF8View) throws(JourneyError) -> FormBody {
        let query =
            rest.first == UInt8(ascii: "?") ? rest.dropFirst().prefix { $0 != UInt8(ascii: "#") } : rest.prefix(0)
        let fragment = rest.drop { $0 != UInt8(ascii: "#") }.dropFirst()
        let (own, other) = parameters == .query ? (query, fragment) : (fragment, query)
        guard other.isEmpty, let form = FormBody(parsing: own, entryLimit: 32) else {
            throw AuthorizationReturnValidator.mismatch(
                "The return's members are malformed, or not in its \(parameters.rawValue).")
        }
        return form
    }

    private static func mismatch(_ sentence: String) -> JourneyError {
        JourneyError(.authorizationMismatch, sentence, recovery: .restart)
    }
}

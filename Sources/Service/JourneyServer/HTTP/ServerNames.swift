import JourneyCrypto

/// The DNS names of a listener's certificates, to choose one by the name that a client asks for (RFC 6066, section 3).
struct ServerNames: Sendable {
    /// Whole names in lower case, with the place of their certificate.
    private var exact: [String: Int] = [:]
    /// The names behind `*.`, in lower case.
    private var wildcards: [String: Int] = [:]

    /// The names of `certificates`; a name of several is the first one's.
    init(_ certificates: [Certificate]) {
        for (index, certificate) in certificates.enumerated() {
            for case .dns(let name) in certificate.subjectAltName ?? [] { add(ServerNames.lowerCased(name), index) }
        }
    }

    private mutating func add(_ name: String, _ index: Int) {
        guard name.hasPrefix("*.") else {
            if exact[name] == nil { exact[name] = index }
            return
        }
        let rest = String(name.dropFirst(2))
        // As clients read it (RFC 9525, section 6.3): the whole first label, with two more behind it.
        guard rest.contains("."), !rest.contains("*"), wildcards[rest] == nil else { return }
        wildcards[rest] = index
    }

    /// The place of the certificate for `name`: the one that spells it out before the one with a wildcard; `nil` when none
    /// is for it.
    func index(for name: String) -> Int? {
        let name = ServerNames.lowerCased(name)
        if let index = exact[name] { return index }
        guard let dot = name.firstIndex(of: "."), dot != name.startIndex else { return nil }
        return wildcards[String(name[name.index(after: dot)...])]
    }

    /// ASCII letters in lower case; everything else as it is.
    private static func lowerCased(_ name: String) -> String {
        String(decoding: name.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}

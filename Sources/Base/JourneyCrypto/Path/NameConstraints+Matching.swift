extension NameConstraints {
    /// The maximum number of comparisons of one certificate's names with one authority's constraints. Only malicious certificates
    /// need more.
    private static let mostComparisons = 1 << 16

    /// Throws `CertificateError` unless these constraints allow every name of the certificate (RFC 5280, section 4.2.1.10): its
    /// subject, the email addresses in its subject, and its subjectAltName.
    func check(_ certificate: Certificate, at index: Int) throws(CertificateError) {
        var names = certificate.subjectAltName ?? []
        if !certificate.subject.isEmpty { names.append(.directory(certificate.subject)) }
        names += certificate.subject.values(of: .emailAddress).map { .email($0) }
        guard names.count * (permitted.count + excluded.count) <= NameConstraints.mostComparisons else {
            throw CertificateError(.tooMuch, at: index, "more names and constraints than the limit")
        }
        for name in names {
            let allowed = permitted.filter { $0.form == name.form }
            guard allowed.isEmpty || allowed.contains(where: { NameConstraints.contains($0, name) }) else {
                throw CertificateError(
                    .nameNotPermitted, at: index, "a name is outside the permitted subtrees of an authority above")
            }
            let forbidden = excluded.filter { $0.form == name.form }
            guard !forbidden.contains(where: { NameConstraints.mightContain($0, name) }) else {
                throw CertificateError(
                    .nameNotPermitted, at: index, "a name is in an excluded subtree of an authority above")
            }
        }
    }

    /// Returns `true` if `name` is certainly in the subtree of `base`. Unsupported name forms are in none.
    private static func contains(_ base: GeneralName, _ name: GeneralName) -> Bool {
        switch (base, name) {
        case (.dns(let base), .dns(let name)): dns(base, name, isForbidden: false)
        case (.email(let base), .email(let name)): email(base, name, otherwise: false)
        case (.ip(let base), .ip(let bytes)): ip(base, bytes)
        case (.directory(let base), .directory(let name)): name.begins(with: base)
        default: false
        }
    }

    /// Returns `true` if `name` is in the subtree of `base`, or another implementation might read it so. Unsupported name forms
    /// are in all.
    private static func mightContain(_ base: GeneralName, _ name: GeneralName) -> Bool {
        switch (base, name) {
        case (.dns(let base), .dns(let name)): dns(base, name, isForbidden: true)
        case (.email(let base), .email(let name)): email(base, name, otherwise: true)
        case (.ip(let base), .ip(let bytes)): ip(base, bytes)
        case (.directory(let base), .directory(let name)): name.mightBegin(with: base)
        default: true
        }
    }

    /// Returns `true` if `name` is `base` or below it; with a leading dot, only below it.
    private static func dns(_ base: String, _ name: String, isForbidden: Bool) -> Bool {
        let (base, name) = (DNSName.lowerCased(base), DNSName.lowerCased(name))
        let isWildcard = name.hasPrefix("*.")
        let bare = isWildcard ? String(name.dropFirst(2)) : name
        // An invalid name is ambiguous.
        guard DNSName.isPlain(bare), base.isEmpty || DNSName.isPlain(base.hasPrefix(".") ? base.dropFirst() : base[...])
        else { return isForbidden }
        guard !base.isEmpty else { return true }
        // A wildcard also matches names deeper than its parent.
        if isForbidden, isWildcard, dns(bare, base.hasPrefix(".") ? String(base.dropFirst()) : base, isForbidden: false)
        {
            return true
        }
        return base.hasPrefix(".") ? name.hasSuffix(base) : name == base || name.hasSuffix("." + base)
    }

    /// Returns `true` if `base` covers the mailbox: a single mailbox, all of a host, or with a leading dot all hosts below.
    private static func email(_ base: String, _ name: String, otherwise: Bool) -> Bool {
        let parts = name.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else { return otherwise }
        let host = DNSName.lowerCased(String(parts[1]))
        let wanted = base.split(separator: "@", omittingEmptySubsequences: false)
        switch wanted.count {
        case 1:
            let limit = DNSName.lowerCased(base)
            return limit.hasPrefix(".") ? host.hasSuffix(limit) : limit.isEmpty || host == limit
        case 2: return wanted[0] == parts[0] && host == DNSName.lowerCased(String(wanted[1]))
        default: return otherwise
        }
    }

    /// Returns `true` if `base`, an address and its mask, covers the address.
    private static func ip(_ base: [UInt8], _ bytes: [UInt8]) -> Bool {
        base.count == 2 * bytes.count
            && bytes.indices.allSatisfy { (bytes[$0] ^ base[$0]) & base[bytes.count + $0] == 0 }
    }
}

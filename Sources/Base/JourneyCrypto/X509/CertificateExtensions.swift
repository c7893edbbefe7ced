/// The parsed extensions that path validation needs (RFC 5280, section 4.2.1).
struct CertificateExtensions: Sendable {
    var all: [CertificateExtension] = []
    /// The malformed extensions that were accepted as absent.
    var malformed: Set<OID> = []
    var basicConstraints: BasicConstraints?
    var keyUsage: KeyUsage?
    var extendedKeyUsage: [OID]?
    var subjectAltName: [GeneralName]?
    var issuerAltName: [GeneralName]?
    var nameConstraints: NameConstraints?
    var authorityKeyIdentifier: AuthorityKeyIdentifier?
    var subjectKeyIdentifier: [UInt8]?
    var policies: [OID]?
    /// `true` if a policy has qualifiers.
    var hasPolicyQualifiers = false
    var distributionPoints: [DistributionPoint]?

    init() {}

    init(_ all: [CertificateExtension]) throws(DERError) {
        self.all = all
        for item in all {
            var next = self
            do throws(DERError) {
                try next.read(item)
                self = next
            } catch {
                guard item.leniency.contains(.malformedExtensions), !item.isCritical,
                    CertificateExtensions.dispensable.contains(item.identifier)
                else { throw error }
                malformed.insert(item.identifier)
            }
        }
    }

    /// The extensions that only inform or help to find other certificates and lists: without them, a certificate is
    /// accepted for nothing more.
    private static let dispensable: Set<OID> = [
        .subjectAltName, .issuerAltName, .authorityKeyIdentifier, .subjectKeyIdentifier, .certificatePolicies,
        .crlDistributionPoints,
    ]

    private mutating func read(_ item: CertificateExtension) throws(DERError) {
        switch item.identifier {
        case .basicConstraints: basicConstraints = try BasicConstraints(item.element(.sequence))
        case .keyUsage:
            let bits = try item.element(.bitString)
            keyUsage = KeyUsage(rawValue: try bits.namedBits(limit: 9))
            guard keyUsage != [] else { throw DERError(.notAllowed, at: bits.offset, "the key usage is empty") }
        case .extendedKeyUsage:
            extendedKeyUsage = []
            for part in try item.element(.sequence).elements(.objectIdentifier, least: 1, limit: 64) {
                extendedKeyUsage?.append(try part.objectIdentifier())
            }
        case .subjectAltName: subjectAltName = try GeneralName.list(item.element(.sequence))
        case .issuerAltName: issuerAltName = try GeneralName.list(item.element(.sequence))
        case .nameConstraints: nameConstraints = try NameConstraints(item.element(.sequence))
        case .authorityKeyIdentifier: authorityKeyIdentifier = try AuthorityKeyIdentifier(item.element(.sequence))
        case .subjectKeyIdentifier: subjectKeyIdentifier = Array(try item.element(.octetString).content)
        case .certificatePolicies: try readPolicies(item.element(.sequence))
        case .crlDistributionPoints:
            distributionPoints = []
            for part in try item.element(.sequence).elements(.sequence, least: 1, limit: 64) {
                distributionPoints?.append(try DistributionPoint(part))
            }
        default: break
        }
    }

    private mutating func readPolicies(_ element: DERElement) throws(DERError) {
        var found: [OID] = []
        for part in try element.elements(.sequence, least: 1, limit: 64) {
            var reader = try part.reader()
            let policy = try reader.next(.objectIdentifier).objectIdentifier()
            try part.require(!found.contains(policy), "duplicate policy")
            found.append(policy)
            if let qualifiers = try reader.optional(.sequence) {
                _ = try qualifiers.elements(.sequence, least: 1, limit: 64)
                hasPolicyQualifiers = true
            }
            try reader.end()
        }
        policies = found
    }
}

extension BasicConstraints {
    init(_ element: DERElement) throws(DERError) {
        var reader = try element.reader()
        var isAuthority = false
        if let flag = try reader.optional(.boolean) { isAuthority = try flag.flag() }
        let length = try reader.optional(.integer)
        try reader.end()
        try element.require(isAuthority || length == nil, "a path length without an authority")
        self.init(isAuthority: isAuthority, pathLength: try length?.integer(in: 0...255))
    }
}

extension AuthorityKeyIdentifier {
    init(_ element: DERElement) throws(DERError) {
        var reader = try element.reader()
        keyIdentifier = try reader.optional(.context(0, isConstructed: false)).map { Array($0.content) }
        if let names = try reader.optional(.context(1, isConstructed: true)) {
            issuer = try GeneralName.list(names)
        } else {
            issuer = nil
        }
        if let number = try reader.optional(.context(2, isConstructed: false)) {
            serialNumber = Array(try number.integer())
        } else {
            serialNumber = nil
        }
        try reader.end()
        try element.require(
            (issuer == nil) == (serialNumber == nil), "issuer and serial number must both be present or both be absent")
    }
}

extension DistributionPoint {
    init(_ element: DERElement) throws(DERError) {
        var reader = try element.reader()
        var names: [GeneralName] = []
        if let point = try reader.optional(.context(0, isConstructed: true)) {
            var choice = try point.reader()
            if let full = try choice.optional(.context(0, isConstructed: true)) {
                names = try GeneralName.list(full)
            } else {
                _ = try choice.next(.context(1, isConstructed: true))
            }
            try choice.end()
        }
        _ = try reader.optional(.context(1, isConstructed: false))?.namedBits(limit: 9)
        if let list = try reader.optional(.context(2, isConstructed: true)) {
            issuer = try GeneralName.list(list)
        } else {
            issuer = nil
        }
        try reader.end()
        self.names = names
    }
}

extension NameConstraints {
    init(_ element: DERElement) throws(DERError) {
        var reader = try element.reader()
        var lists: [[GeneralName]] = []
        for number in 0...1 {
            guard let list = try reader.optional(.context(UInt8(number), isConstructed: true)) else {
                lists.append([])
                continue
            }
            var names: [GeneralName] = []
            for part in try list.elements(.sequence, least: 1, limit: 256) {
                names.append(try NameConstraints.base(part))
            }
            lists.append(names)
        }
        try reader.end()
        (permitted, excluded) = (lists[0], lists[1])
        try element.require(!permitted.isEmpty || !excluded.isEmpty, "the name constraints are empty")
    }

    /// Returns a subtree's base. RFC 5280 allows only the default minimum of zero, which DER omits, and no maximum.
    private static func base(_ element: DERElement) throws(DERError) -> GeneralName {
        var reader = try element.reader()
        let part = try reader.next()
        try reader.end()
        let name = try GeneralName(part, isConstraint: true)
        if case .ip(let bytes) = name {
            let mask = bytes.dropFirst(bytes.count / 2)
            guard isMask(mask) else {
                throw DERError(.notAllowed, at: part.offset, "the address mask is not contiguous")
            }
        }
        return name
    }

    /// Returns `true` if the bits are ones, then zeros (RFC 4632, section 3.1).
    private static func isMask(_ bytes: ArraySlice<UInt8>) -> Bool {
        let rest = bytes.drop { $0 == 0xFF }
        guard let first = rest.first else { return true }
        return (~first & (~first &+ 1)) == 0 && rest.dropFirst().allSatisfy { $0 == 0 }
    }
}

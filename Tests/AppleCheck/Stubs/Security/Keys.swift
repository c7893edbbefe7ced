// Keys, access control and randomness.

public import Foundation

// Apple: security/seckey
@available(iOS 2, macOS 10.0, *)
public final class SecKey {}

// Apple: security/secaccesscontrol
@available(iOS 8, macOS 10.10, *)
public final class SecAccessControl {}

// Apple: security/secaccesscontrolcreateflags
@available(iOS 8, macOS 10.10, *)
public struct SecAccessControlCreateFlags: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static var userPresence: SecAccessControlCreateFlags { [] }
    public static var biometryAny: SecAccessControlCreateFlags { [] }
    public static var biometryCurrentSet: SecAccessControlCreateFlags { [] }
    public static var privateKeyUsage: SecAccessControlCreateFlags { [] }
}

// Apple: security/secaccesscontrolcreatewithflags(_:_:_:_:)
@available(iOS 8, macOS 10.10, *)
public func SecAccessControlCreateWithFlags(
    _: CFAllocator?, _: CFTypeRef, _: SecAccessControlCreateFlags, _: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecAccessControl? { nil }

// Apple: security/seckeyalgorithm
@available(iOS 10, macOS 10.12, *)
public struct SecKeyAlgorithm: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }
    public static var rsaEncryptionRaw: SecKeyAlgorithm { SecKeyAlgorithm("") }
    public static var rsaEncryptionPKCS1: SecKeyAlgorithm { SecKeyAlgorithm("") }
    public static var rsaEncryptionOAEPSHA1: SecKeyAlgorithm { SecKeyAlgorithm("") }
    public static var rsaEncryptionOAEPSHA256: SecKeyAlgorithm { SecKeyAlgorithm("") }
    public static var rsaEncryptionOAEPSHA384: SecKeyAlgorithm { SecKeyAlgorithm("") }
    public static var rsaEncryptionOAEPSHA512: SecKeyAlgorithm { SecKeyAlgorithm("") }
    public static var rsaSignatureMessagePSSSHA256: SecKeyAlgorithm { SecKeyAlgorithm("") }
    public static var rsaSignatureMessagePSSSHA384: SecKeyAlgorithm { SecKeyAlgorithm("") }
    public static var rsaSignatureMessagePSSSHA512: SecKeyAlgorithm { SecKeyAlgorithm("") }
    public static var rsaSignatureDigestPSSSHA256: SecKeyAlgorithm { SecKeyAlgorithm("") }
    public static var rsaSignatureDigestPSSSHA384: SecKeyAlgorithm { SecKeyAlgorithm("") }
    public static var rsaSignatureDigestPSSSHA512: SecKeyAlgorithm { SecKeyAlgorithm("") }
    public static var rsaSignatureMessagePKCS1v15SHA256: SecKeyAlgorithm { SecKeyAlgorithm("") }
    public static var rsaSignatureMessagePKCS1v15SHA384: SecKeyAlgorithm { SecKeyAlgorithm("") }
    public static var rsaSignatureMessagePKCS1v15SHA512: SecKeyAlgorithm { SecKeyAlgorithm("") }
    public static var rsaSignatureDigestPKCS1v15SHA1: SecKeyAlgorithm { SecKeyAlgorithm("") }
    public static var rsaSignatureDigestPKCS1v15SHA256: SecKeyAlgorithm { SecKeyAlgorithm("") }
    public static var rsaSignatureDigestPKCS1v15SHA384: SecKeyAlgorithm { SecKeyAlgorithm("") }
    public static var rsaSignatureDigestPKCS1v15SHA512: SecKeyAlgorithm { SecKeyAlgorithm("") }
    public static var ecdsaSignatureMessageX962SHA256: SecKeyAlgorithm { SecKeyAlgorithm("") }
    public static var ecdsaSignatureDigestX962SHA256: SecKeyAlgorithm { SecKeyAlgorithm("") }
}

// Apple: security/ksecattrkeytype
@available(iOS 2, macOS 10.6, *)
public nonisolated(unsafe) let kSecAttrKeyType: CFString = ""

// Apple: security/ksecattrkeytypersa
@available(iOS 2, macOS 10.6, *)
public nonisolated(unsafe) let kSecAttrKeyTypeRSA: CFString = ""

// Apple: security/ksecattrkeyclass
@available(iOS 2, macOS 10.6, *)
public nonisolated(unsafe) let kSecAttrKeyClass: CFString = ""

// Apple: security/ksecattrkeyclasspublic
@available(iOS 2, macOS 10.6, *)
public nonisolated(unsafe) let kSecAttrKeyClassPublic: CFString = ""

// Apple: security/ksecattrkeyclassprivate
@available(iOS 2, macOS 10.6, *)
public nonisolated(unsafe) let kSecAttrKeyClassPrivate: CFString = ""

// Apple: security/ksecattrkeysizeinbits
@available(iOS 2, macOS 10.6, *)
public nonisolated(unsafe) let kSecAttrKeySizeInBits: CFString = ""

// Apple: security/seckeycreaterandomkey(_:_:)
@available(iOS 10, macOS 10.12, *)
public func SecKeyCreateRandomKey(_: CFDictionary, _: UnsafeMutablePointer<Unmanaged<CFError>?>?) -> SecKey? { nil }

// Apple: security/seckeycreatewithdata(_:_:_:)
@available(iOS 10, macOS 10.12, *)
public func SecKeyCreateWithData(_: CFData, _: CFDictionary, _: UnsafeMutablePointer<Unmanaged<CFError>?>?) -> SecKey? {
    nil
}

// Apple: security/seckeycopyexternalrepresentation(_:_:)
@available(iOS 10, macOS 10.12, *)
public func SecKeyCopyExternalRepresentation(_: SecKey, _: UnsafeMutablePointer<Unmanaged<CFError>?>?) -> CFData? {
    nil
}

// Apple: security/seckeycopypublickey(_:)
@available(iOS 10, macOS 10.12, *)
public func SecKeyCopyPublicKey(_: SecKey) -> SecKey? { nil }

// Apple: security/seckeycreatesignature(_:_:_:_:)
@available(iOS 10, macOS 10.12, *)
public func SecKeyCreateSignature(
    _: SecKey, _: SecKeyAlgorithm, _: CFData, _: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? { nil }

// Apple: security/seckeyverifysignature(_:_:_:_:_:)
@available(iOS 10, macOS 10.12, *)
public func SecKeyVerifySignature(
    _: SecKey, _: SecKeyAlgorithm, _: CFData, _: CFData, _: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool { false }

// Apple: security/seckeycreateencrypteddata(_:_:_:_:)
@available(iOS 10, macOS 10.12, *)
public func SecKeyCreateEncryptedData(
    _: SecKey, _: SecKeyAlgorithm, _: CFData, _: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? { nil }

// Apple: security/seckeycreatedecrypteddata(_:_:_:_:)
@available(iOS 10, macOS 10.12, *)
public func SecKeyCreateDecryptedData(
    _: SecKey, _: SecKeyAlgorithm, _: CFData, _: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? { nil }

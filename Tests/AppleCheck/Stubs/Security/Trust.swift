// Certificates, trust and identities.

public import Foundation

// Apple: security/seccertificate
@available(iOS 2, macOS 10.0, *)
public final class SecCertificate {}
// Apple: security/sectrust
@available(iOS 2, macOS 10.0, *)
public final class SecTrust {}
// Apple: security/secidentity
@available(iOS 2, macOS 10.0, *)
public final class SecIdentity {}
// Apple: security/secpolicy
@available(iOS 2, macOS 10.0, *)
public final class SecPolicy {}

// Apple: security/seccertificatecreatewithdata(_:_:)
@available(iOS 2, macOS 10.6, *)
public func SecCertificateCreateWithData(_: CFAllocator?, _: CFData) -> SecCertificate? { nil }
// Apple: security/seccertificatecopydata(_:)
@available(iOS 2, macOS 10.6, *)
public func SecCertificateCopyData(_: SecCertificate) -> CFData { NSData() }
// Apple: security/secpolicycreatessl(_:_:)
@available(iOS 2, macOS 10.6, *)
public func SecPolicyCreateSSL(_: Bool, _: CFString?) -> SecPolicy { SecPolicy() }

// Apple: security/sectrustsetpolicies(_:_:)
@available(iOS 6, macOS 10.3, *)
@discardableResult
public func SecTrustSetPolicies(_: SecTrust, _: CFTypeRef) -> OSStatus { -1 }
// Apple: security/sectrustsetanchorcertificates(_:_:)
@available(iOS 2, macOS 10.3, *)
@discardableResult
public func SecTrustSetAnchorCertificates(_: SecTrust, _: CFArray?) -> OSStatus { -1 }
// Apple: security/sectrustsetanchorcertificatesonly(_:_:)
@available(iOS 2, macOS 10.6, *)
@discardableResult
public func SecTrustSetAnchorCertificatesOnly(_: SecTrust, _: Bool) -> OSStatus { -1 }
// Apple: security/sectrustevaluatewitherror(_:_:)
@available(iOS 12, macOS 10.14, *)
public func SecTrustEvaluateWithError(_: SecTrust, _: UnsafeMutablePointer<CFError?>?) -> Bool { false }
// Apple: security/sectrustcopycertificatechain(_:)
@available(iOS 15, macOS 12, *)
public func SecTrustCopyCertificateChain(_: SecTrust) -> CFArray? { nil }

// Apple: security/secpkcs12import(_:_:_:)
@available(iOS 2, macOS 10.6, *)
public func SecPKCS12Import(_: CFData, _: CFDictionary, _: UnsafeMutablePointer<CFArray?>) -> OSStatus { -1 }
// Apple: security/ksecimportexportpassphrase
@available(iOS 2, macOS 10.6, *)
public nonisolated(unsafe) let kSecImportExportPassphrase: CFString = ""
// Apple: security/ksecimportitemidentity
@available(iOS 2, macOS 10.6, *)
public nonisolated(unsafe) let kSecImportItemIdentity: CFString = ""
// Apple: security/secidentitygettypeid()
@available(iOS 2, macOS 10.3, *)
public func SecIdentityGetTypeID() -> CFTypeID { 0 }

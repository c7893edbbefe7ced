// Keychain items: attributes and calls.

public import Foundation

// Apple: security/osstatus
@available(iOS 2, macOS 10.0, *)
public typealias OSStatus = Int32

// Apple: security/errsecsuccess, security/security-framework-result-codes
@available(iOS 2, macOS 10.0, *)
public let errSecSuccess: OSStatus = 0
// Apple: security/errsecmissingentitlement
@available(iOS 2, macOS 10.0, *)
public let errSecMissingEntitlement: OSStatus = -34018
// Apple: security/ksecclass
@available(iOS 2, macOS 10.6, *)
public nonisolated(unsafe) let kSecClass: CFString = ""

// Apple: security/ksecclassgenericpassword
@available(iOS 2, macOS 10.6, *)
public nonisolated(unsafe) let kSecClassGenericPassword: CFString = ""

// Apple: security/ksecattrservice
@available(iOS 2, macOS 10.6, *)
public nonisolated(unsafe) let kSecAttrService: CFString = ""

// Apple: security/ksecattraccount
@available(iOS 2, macOS 10.6, *)
public nonisolated(unsafe) let kSecAttrAccount: CFString = ""

// Apple: security/ksecattraccessible
@available(iOS 4, macOS 10.9, *)
public nonisolated(unsafe) let kSecAttrAccessible: CFString = ""

// Apple: security/ksecattraccessiblewhenunlockedthisdeviceonly
@available(iOS 4, macOS 10.9, *)
public nonisolated(unsafe) let kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString = ""

// Apple: security/ksecattrsynchronizable
@available(iOS 7, macOS 10.9, *)
public nonisolated(unsafe) let kSecAttrSynchronizable: CFString = ""

// Apple: security/ksecusedataprotectionkeychain
@available(iOS 13, macOS 10.15, *)
public nonisolated(unsafe) let kSecUseDataProtectionKeychain: CFString = ""

// Apple: security/ksecreturndata
@available(iOS 2, macOS 10.6, *)
public nonisolated(unsafe) let kSecReturnData: CFString = ""

// Apple: security/ksecreturnattributes
@available(iOS 2, macOS 10.6, *)
public nonisolated(unsafe) let kSecReturnAttributes: CFString = ""

// Apple: security/ksecmatchlimit
@available(iOS 2, macOS 10.6, *)
public nonisolated(unsafe) let kSecMatchLimit: CFString = ""

// Apple: security/ksecmatchlimitone
@available(iOS 2, macOS 10.6, *)
public nonisolated(unsafe) let kSecMatchLimitOne: CFString = ""

// Apple: security/ksecmatchlimitall
@available(iOS 2, macOS 10.6, *)
public nonisolated(unsafe) let kSecMatchLimitAll: CFString = ""

// Apple: security/ksecvaluedata
@available(iOS 2, macOS 10.6, *)
public nonisolated(unsafe) let kSecValueData: CFString = ""

// Apple: security/secitemadd(_:_:)
@available(iOS 2, macOS 10.6, *)
public func SecItemAdd(_: CFDictionary, _: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus { errSecMissingEntitlement }
// Apple: security/secitemcopymatching(_:_:)
@available(iOS 2, macOS 10.6, *)
public func SecItemCopyMatching(_: CFDictionary, _: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    errSecMissingEntitlement
}
// Apple: security/secitemupdate(_:_:)
@available(iOS 2, macOS 10.6, *)
public func SecItemUpdate(_: CFDictionary, _: CFDictionary) -> OSStatus { errSecMissingEntitlement }
// Apple: security/secitemdelete(_:)
@available(iOS 2, macOS 10.6, *)
public func SecItemDelete(_: CFDictionary) -> OSStatus { errSecMissingEntitlement }

public import Foundation

// The types of Core Foundation that Security's calls are spelled with. On Apple's systems `as CFDictionary` bridges; so it
// does here, because the names stand for the classes that they bridge to.

// Apple: corefoundation/cfdictionary
@available(iOS 2, macOS 10.0, *)
public typealias CFDictionary = NSDictionary
// Apple: corefoundation/cfdata
@available(iOS 2, macOS 10.0, *)
public typealias CFData = NSData
// Apple: corefoundation/cfstring
@available(iOS 2, macOS 10.0, *)
public typealias CFString = NSString
// Apple: corefoundation/cfarray
@available(iOS 2, macOS 10.0, *)
public typealias CFArray = NSArray
// Apple: corefoundation/cftyperef
@available(iOS 2, macOS 10.0, *)
public typealias CFTypeRef = AnyObject
// Apple: corefoundation/cferror
@available(iOS 2, macOS 10.0, *)
public typealias CFError = NSError
// Apple: corefoundation/cfallocator
@available(iOS 2, macOS 10.0, *)
public final class CFAllocator {}
// Apple: corefoundation/cftypeid
@available(iOS 2, macOS 10.0, *)
public typealias CFTypeID = UInt
// Apple: corefoundation/cfgettypeid(_:)
@available(iOS 2, macOS 10.0, *)
public func CFGetTypeID(_: CFTypeRef!) -> CFTypeID { 0 }

public import Foundation

// Apple: webkit/wkwebviewconfiguration
@available(iOS 8, macOS 10.10, *)
@MainActor open class WKWebViewConfiguration: NSObject {
    open var websiteDataStore: WKWebsiteDataStore = .nonPersistent()
    open var userContentController = WKUserContentController()
    open var preferences = WKPreferences()
    // Apple: webkit/wkwebviewconfiguration/limitsnavigationstoappbounddomains
    @available(iOS 14, macOS 11, *)
    open var limitsNavigationsToAppBoundDomains = false
    // Apple: webkit/wkwebviewconfiguration/upgradeknownhoststohttps
    @available(iOS 14.5, macOS 11.3, *)
    open var upgradeKnownHostsToHTTPS = true
    open var allowsAirPlayForMediaPlayback = true
    open var suppressesIncrementalRendering = false
    open var applicationNameForUserAgent: String?
    #if canImport(UIKit)
    // Apple: webkit/wkwebviewconfiguration/allowspictureinpicturemediaplayback
    @available(iOS 9, *)
    open var allowsPictureInPictureMediaPlayback = true
    // Apple: webkit/wkwebviewconfiguration/datadetectortypes
    @available(iOS 10, *)
    open var dataDetectorTypes: WKDataDetectorTypes = []
    #endif
}

#if canImport(UIKit)
// Apple: webkit/wkdatadetectortypes
@available(iOS 10, *)
public struct WKDataDetectorTypes: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
}
#endif

// Apple: webkit/wkpreferences
@available(iOS 8, macOS 10.10, *)
@MainActor open class WKPreferences: NSObject {
    open var javaScriptCanOpenWindowsAutomatically = false
    // Apple: webkit/wkpreferences/iselementfullscreenenabled
    @available(iOS 15.4, macOS 12.3, *)
    open var isElementFullscreenEnabled = false
}

// Apple: webkit/wkwebsitedatastore
@available(iOS 9, macOS 10.11, *)
@MainActor open class WKWebsiteDataStore: NSObject {
    open class func nonPersistent() -> WKWebsiteDataStore { WKWebsiteDataStore() }
    open var isPersistent: Bool { false }
}

// Apple: webkit/wkcontentworld
@available(iOS 14, macOS 11, *)
@MainActor open class WKContentWorld: NSObject {
    open class var page: WKContentWorld { WKContentWorld() }
    open class var defaultClient: WKContentWorld { WKContentWorld() }
    open class func world(name _: String) -> WKContentWorld { WKContentWorld() }
}

// Apple: webkit/wkuserscriptinjectiontime
@available(iOS 8, macOS 10.10, *)
public enum WKUserScriptInjectionTime: Int, Sendable { case atDocumentStart, atDocumentEnd }

// Apple: webkit/wkuserscript
@available(iOS 8, macOS 10.10, *)
@MainActor open class WKUserScript: NSObject {
    // Apple: webkit/wkuserscript/init(source:injectiontime:formainframeonly:in:)
    @available(iOS 14, macOS 11, *)
    public init(
        source _: String, injectionTime _: WKUserScriptInjectionTime, forMainFrameOnly _: Bool, in _: WKContentWorld
    ) { super.init() }
}

// Apple: webkit/wkcontentrulelist
@available(iOS 11, macOS 10.13, *)
@MainActor open class WKContentRuleList: NSObject {
    open var identifier: String! { nil }
}

// Apple: webkit/wkcontentruleliststore
@available(iOS 11, macOS 10.13, *)
@MainActor open class WKContentRuleListStore: NSObject {
    open class func `default`() -> WKContentRuleListStore! { nil }
    public convenience init!(url _: URL) { self.init() }
    open func compileContentRuleList(
        forIdentifier _: String!, encodedContentRuleList _: String!,
        completionHandler _: (@MainActor @Sendable (WKContentRuleList?, (any Error)?) -> Void)!
    ) {}
    open func compileContentRuleList(
        forIdentifier _: String!, encodedContentRuleList _: String!
    ) async throws -> WKContentRuleList? { nil }
    open func removeContentRuleList(
        forIdentifier _: String!, completionHandler _: (@MainActor @Sendable ((any Error)?) -> Void)!
    ) {}
}

// Apple: webkit/wkusercontentcontroller
@available(iOS 8, macOS 10.10, *)
@MainActor open class WKUserContentController: NSObject {
    open func addUserScript(_: WKUserScript) {}
    open func removeAllUserScripts() {}
    // Apple: webkit/wkusercontentcontroller/addscriptmessagehandler(_:contentworld:name:)
    @available(iOS 14, macOS 11, *)
    open func addScriptMessageHandler(
        _: any WKScriptMessageHandlerWithReply, contentWorld _: WKContentWorld, name _: String
    ) {}
    // Apple: webkit/wkusercontentcontroller/removeallscriptmessagehandlers()
    @available(iOS 14, macOS 11, *)
    open func removeAllScriptMessageHandlers() {}
    // Apple: webkit/wkusercontentcontroller/add(_:)
    @available(iOS 11, macOS 10.13, *)
    open func add(_: WKContentRuleList) {}
}

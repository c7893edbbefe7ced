internal import Foundation
internal import JourneyBase
internal import WebKit

extension WKWebViewConfiguration {
    /// Returns the configuration of every journey page. The view copies it, so it can't change later.
    static func forJourneys(rules: WKContentRuleList, receiver: RelayReceiver) -> WKWebViewConfiguration {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        configuration.preferences.javaScriptCanOpenWindowsAutomatically = false
        configuration.preferences.isElementFullscreenEnabled = false
        configuration.upgradeKnownHostsToHTTPS = true
        configuration.allowsAirPlayForMediaPlayback = false
        #if canImport(UIKit)
        configuration.allowsPictureInPictureMediaPlayback = false
        configuration.dataDetectorTypes = []
        #endif
        // An app that lists app-bound domains takes scripts and handlers away from every view that does not opt in. The list is
        // the host app's, and must contain the journeys' hosts (docs/reference/web-policy.md).
        configuration.limitsNavigationsToAppBoundDomains =
            Bundle.main.object(forInfoDictionaryKey: "WKAppBoundDomains") != nil
        let world = WKContentWorld.world(name: RelayReceiver.world)
        let content = configuration.userContentController
        content.add(rules)
        content.addUserScript(
            WKUserScript(
                source: JourneyWebResources.relayScript, injectionTime: .atDocumentStart, forMainFrameOnly: true,
                in: world)
        )
        content.addScriptMessageHandler(receiver, contentWorld: world, name: RelayReceiver.handler)
        return configuration
    }
}

/// Compiles content rules for the engine.
@MainActor
enum ContentFilter {
    /// Returns the compiled rules of `policy`. Throws `PAGE_LOAD_FAILED`.
    static func compile(for policy: SourcePolicy) async throws(JourneyError) -> WKContentRuleList {
        do {
            let rules: WKContentRuleList? = try await WKContentRuleListStore.default().compileContentRuleList(
                forIdentifier: "journey-origins", encodedContentRuleList: ContentRules.json(for: policy))
            if let rules { return rules }
        } catch { throw failure(SystemCause.text(error)) }
        throw failure("no reason given")
    }

    private static func failure(_ cause: String) -> JourneyError {
        JourneyError(
            .pageLoadFailed, "WebKit could not compile the content rules of the journey's origins: \(cause).")
    }
}

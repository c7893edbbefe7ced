// must fail: value of type 'WKWebViewConfiguration' has no member 'dataDetectorTypes'
import WebKit

/// What WebKit has on an iPhone alone.
@MainActor func configure(_ configuration: WKWebViewConfiguration) {
    configuration.dataDetectorTypes = []
}

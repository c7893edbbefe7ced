// must fail: value of type 'WKWebViewConfiguration' has no member 'dataDetectorTypes'
import WebKit

/// APIs that WebKit has on the iPhone only.
@MainActor func configure(_ configuration: WKWebViewConfiguration) {
    configuration.dataDetectorTypes = []
}

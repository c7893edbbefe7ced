public import Foundation

// Apple: quartzcore/calayer
@available(iOS 2, macOS 10.5, *)
open class CALayer: NSObject {}

// must fail: missing argument label 'decorative:' in call
// A picture is labelled for VoiceOver, or said to be decoration.
import CoreImage
import SwiftUI

enum Sample {
    @MainActor static func picture(_ image: CGImage) -> Image { Image(image, scale: 1) }
}

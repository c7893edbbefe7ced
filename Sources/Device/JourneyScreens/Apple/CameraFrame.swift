#if canImport(UIKit)
internal import JourneyBase
package import SwiftUI

/// The frame over a camera's picture: the place for the code, above the picture that it leaves visible.
package struct CameraFrame: View {
    package init() {}

    package var body: some View {
        RoundedRectangle(cornerRadius: Theme.standard.radius(.large)).stroke(.white, lineWidth: 4)
            .aspectRatio(1, contentMode: .fit)
            .frame(maxWidth: Theme.Size.code.points)
            .padding(Theme.Space.large.points)
            .accessibilityHidden(true)
    }
}
#endif

#if canImport(UIKit)
internal import JourneyBase
internal import SwiftUI
internal import UIKit

/// A picture with its description.
struct PictureView: View {
    let picture: Screen.Picture

    var body: some View {
        PNGView(png: picture.image)
            .frame(maxWidth: .infinity)
            .accessibilityElement(children: .ignore)
            .accessibilityLabel(picture.alternative)
    }
}

/// A PNG picture; an unreadable one is left out, and its description stays.
struct PNGView: View {
    let png: Screen.PNGImage

    var body: some View {
        if let image = UIImage(data: Data(png.bytes)) { Image(uiImage: image).resizable().scaledToFit() }
    }
}

/// A code with its quiet zone, dark on light in any theme, as cameras need it.
struct CodeView: View {
    let modules: Screen.ModuleMatrix

    var body: some View {
        ModuleShape(modules: modules).fill(.black)
            .background(.white)
            .aspectRatio(1, contentMode: .fit)
            .frame(maxWidth: Theme.Size.code.points)
    }
}

/// The dark modules as one shape, so that they are sharp at any size.
struct ModuleShape: Shape {
    let modules: Screen.ModuleMatrix

    nonisolated func path(in rect: CGRect) -> Path {
        let zone = Screen.ModuleMatrix.quietZone
        let size = min(rect.width, rect.height) / Double(modules.side + 2 * zone)
        var path = Path()
        for row in 0..<modules.side {
            for column in 0..<modules.side where modules.isDark(column, row) {
                path.addRect(
                    CGRect(
                        x: rect.minX + Double(column + zone) * size, y: rect.minY + Double(row + zone) * size,
                        width: size, height: size))
            }
        }
        return path
    }
}
#endif

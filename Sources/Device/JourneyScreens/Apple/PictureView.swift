#if canImport(UIKit)
internal import JourneyBase
internal import SwiftUI
internal import UIKit

/// A picture with its words.
struct PictureView: View {
    let picture: Screen.Picture

    var body: some View {
        Group {
            switch picture.content {
            case .modules(let modules): CodeView(modules: modules)
            case .png(let png): PNGView(png: png)
            }
        }
        .frame(maxWidth: .infinity)
        .accessibilityElement(children: .ignore)
        .accessibilityLabel(picture.alternative)
    }
}

/// A PNG picture; one that the system cannot read is left out, and its words stay.
struct PNGView: View {
    let png: Screen.PNGImage

    var body: some View {
        if let image = UIImage(data: Data(png.bytes)) { Image(uiImage: image).resizable().scaledToFit() }
    }
}

/// A code of modules with its quiet zone, dark on light in any theme, or cameras do not read it.
struct CodeView: View {
    let modules: Screen.ModuleMatrix

    var body: some View {
        ModuleShape(modules: modules).fill(.black)
            .background(.white)
            .aspectRatio(1, contentMode: .fit)
            .frame(maxWidth: 320)
    }
}

/// The dark modules as one shape, so that it is sharp at any size.
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

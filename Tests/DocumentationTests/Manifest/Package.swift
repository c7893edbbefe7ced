// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "YourApp",
    platforms: [.iOS(.v18), .macOS(.v15)],
    dependencies: [.package(path: "../JourneyKit")],
    targets: [
        .target(name: "YourApp", dependencies: [.product(name: "HSBCPartnerSDK", package: "JourneyKit")]),
        .testTarget(
            name: "YourAppTests",
            dependencies: ["YourApp", .product(name: "HSBCPartnerTesting", package: "JourneyKit")]),
    ]
)

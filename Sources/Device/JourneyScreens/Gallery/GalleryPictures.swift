internal import Foundation
internal import JourneyBase

/// A QR code of version 2 (ISO/IEC 18004) with the text `mdoc:owBjMS4wAYIB2BhY`, row by row, the leftmost module in bit 24.
enum GalleryPictures {
    static let code = Screen.ModuleMatrix(
        side: 25, dark: rows.flatMap { row in (0..<25).map { row >> (24 - $0) & 1 == 1 } })

    private static let rows: [UInt32] = [
        0x01FC_937F, 0x0105_9241, 0x0174_575D, 0x0174_1E5D, 0x0175_A45D, 0x0104_D341, 0x01FD_557F, 0x0000_AA00,
        0x0154_9B12, 0x008B_F387, 0x00ED_148B, 0x01B0_8A32, 0x0137_92C3, 0x008A_B70B, 0x014F_F44B, 0x00B8_1E68,
        0x012D_25FA, 0x0001_631F, 0x01FC_8953, 0x0104_2110, 0x0175_91F3, 0x0174_B9A4, 0x0175_B7B9, 0x0104_5D12,
        0x01FD_277B,
    ]

    /// A drawn face of 96 × 120 points, as a JPEG file.
    static let portrait =
        Data(
            base64Encoded: """
                /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA4KCw0LCQ4NDA0QDw4RFiQXFhQUFiwgIRokNC43NjMuMjI6QVNGOj1OPjIySGJJTlZYXV5dOEVmbWVa\
                bFNbXVn/2wBDAQ8QEBYTFioXFypZOzI7WVlZWVlZWVlZWVlZWVlZWVlZWVlZWVlZWVlZWVlZWVlZWVlZWVlZWVlZWVlZWVlZWVn/wAARCAB4AGAD\
                ASIAAhEBAxEB/8QAGwABAQADAQEBAAAAAAAAAAAAAAYEBQcDAgH/xAA0EAABBAEBBQUHBAIDAAAAAAABAAIDBBEFBhIhMUETMlFhcRQigaGxwdEW\
                VJPhUpEjM2L/xAAYAQEBAQEBAAAAAAAAAAAAAAAAAwQCAf/EAB0RAQACAwADAQAAAAAAAAAAAAABEQIDIRIxQQT/2gAMAwEAAhEDEQA/ALBERdpi\
                IiAiIgIiICIiAiIgIiICIpvarXXUW+x1HYsPGXvHONp8PMryZp7EWydX2lqaa50TB7RYHNjTgN9T9lMz7W6pK4mN8UDfBjAfmcrQopzlMrRhEN7B\
                tZqkTsvfFM3wfGB8xhUukbTVNQc2GUezWDwDXHLXHyP2K56iRlME4xLr6KY2V111sCjbfmdo/wCN55vA6HzCp1SJtGYoREXrwREQeNuwypUmsSdy\
                JhcfPHRcrszyWrEk8x3pJHFzj5q520sGLRmxA8ZpQ0+g4/hRWnU337sdZjg0vzlxGd0AcSp5yrrhjIqf9HyfvWfxn8p+j5P3rP4z+VLyhbxlMIqf\
                9HyfvWfxn8p+j5P3rP4z+U8oPGU5DLJBMyaJ27JG4OafAhdTo2mXaMNlndlYHY8D1H+1zPUqL9OuvrPcHloBDgMbwPVWGxFgyaVLCT/0y8PRwz9c\
                qmEpbIUiIiqiIiIJHbxx3aLemXn6LC2MiDrtmYjuRho+J/pbHbuImpTlx3ZHNJ9R/Sw9i3DeuN64YfqobfrRq+KeeaOvC+WZ4jjYMuceQSCaOxCy\
                WF4kjeMtcORXjqNJmo0ZKsji1r8e8OYIOQU06kzTqMdWNxc1mfePMknJKz8pp7b2nmjrwvlmeI42DLnHkEgmjsQslheJI3jLXDkV46jSZqNGSrI4\
                ta/HvDmCDkFNOpM06jHVjcXNZn3jzJJySnKO2m9s4gJ6swHea5h+Bz91kbBuPaXm9N1h+ZXxto4blNvXLz9F77CRYiuy44FzGA+gJ+4V9Xxn2/Va\
                iItDMIiINVtLUNzRLDGjL2ASNHm3j9MqP2UsiDVwwnDZ2Fnx5j6Loq5xr+mv0jVN6HLYXu7SFw6cc4+BU9mNwrryqV4iwdJ1KPUqbZWkCQcJGf4n\
                8Fer6z2yOkrzdmXnLmubvNJ8fJZGyOslFitrSOka+xN2m4ctY1u60Hx818apqEWm03TSEF3JjOrnITxK7W2RNqoiB4QMDT6nifsqrZaoamhw7ww+\
                bMrvjy+WFHaLp8utaqTLl0Yd2k7/AI8viukgAAADAHIBa9eNQx7crkREVEhERAWJqVOtepPhtgdnz3s4LD4g9Fj6rrEOnDcA7SwRwYDy8z4KRu6h\
                ZvP3rEhcOjBwaPQL2MbcznTCJn0bUS6rZZIGnAkZxa8eBCv2ygjiFBqt0+7HbgaQ4CQDDm9QVn3a67DT+fb5cln9oOgUDI+xrGpZs2GRguLe0fwY\
                wZ6BWF67HThc5zhv491vUlSKadd9k/Rt8eQv9Ko1qFJkVTDmHiX5yXnxJWYue071mi/erylo6t5tPqFXaTrUOoARuAisY7meDvT8LRONMsZ22iIi\
                8di1WuaqNPgDIyDZkHuj/EeJWxnmZXgkmkOGRtLiuf3LUly1JPL3nnl4DoF1EW4yyp5Pc573Pe4uc45JJ4kr5RF2iJyORzREA8Tk8SiIgL9a4tcH\
                NJDgcgjmCvxEFpoWre3wmKYj2mMcf/Y8fytuudVbElSzHPEcPYcjz8l0CtOy1Wjnj7kjd4eS4mKWwytpdq7PZ04q7Txldl3oP7x/pSaIusfSefsR\
                EXrkREQEREBERAVVsnZ3681Zx4xnfb6Hn8/qiLyfTrD2/9k=
                """
        ).map { Array($0) } ?? []

    /// The logo of a brand for samples, 28 points high at half its size, as a PNG file.
    static let logo =
        Data(
            base64Encoded: """
                iVBORw0KGgoAAAANSUhEUgAAASwAAAA4BAMAAAC1Y9h/AAAAMFBMVEXQoa+YMVDkytLbt8KpU221a4KKFTj+/v4AAACUKkqhRWGyZnzChpjq1dvz\
                5+u6d4uuF7BzAAAAEHRSTlP//////////wD/////////62q0cgAABTdJREFUeNrNmn+IFGUYxz87s7freXHuEf3wj2I6CD1P4ky7y+qPDaGIo1yU\
                ReqfDsufUIx1dkoeWmRd/sAhU+Ow2D/KvIJjoeK6FDoMLSlijJDLaF3QE61gV/M894ez/TG7O+/M7t52au48sDPvzPu+M9/5fp/neZ8Z1tNH0Yw4\
                tTRJsdpet4ACI2YBk1yDyoZBchEqAYXkJlQWjjwsl6ACQ4QVwzUWs2AZuMjiRVhxN8EyCrBcRZZJkuQ2skyWJFxpkk1DD3hcoaIkatgUKGxqraIo\
                YlOesoAbRDQEBR2N2qloFTYCSU2JYlPuZqYKmU1sdJAod/NbtOodOoLA0uMvlesbGpl4r8I0T19MlDBhosslizdvZHEEMneyOOKA1chmtSqseabn\
                OicD8Lju/av8rGZ7gshB7n+R5bOp+pYhOFQuCSRutnf1qOCfWsqOF9kKAKZ0yfzRTbK6DZtbYWTK6VSUUNiVscyFA52AHA63DX8CYGzbbnbsHQia\
                HVEYC8etEQB8DwowuG1FFHgo3Mm5FYVo+Sr8TJk7yYtMijzTCmRBahqeqwXYfmbrYDQwW5fXXGg/c/he5LFYS2Be1s+jvX9/t3s+eI+cW5B862vk\
                sZg6ymljw49jsZbAvDQwMymPkxueParQvmvHybmPxJl17I9F6ZPt49x3Xroi7xk8nSoNRCnuJKsyXQMDwNNxgIMAnAjBOmBnCFK99mxxUHz2EHEy\
                2zWo+xlAPg4ZMzbTEd4sk+enslSPwxC0AugA3A/URTC2AHiTtsG60J6DXyMXIqMiR4F6gJcB+JiUOolvBSwNIWnz+Vk9PT2bAFll18NbaAAIfbAT\
                2HeqBV7FgCX/qHTbLmyOADz9+8+yVKeD1OU+iALpwVGVLEC9yrFqLl/BtvX39/cDnH+3ix4uA8jLVgFX7jim4WOM1IfZNuwuYo4A0j3rmbYHjI17\
                mVAJAv51d7UhA4zi67pOWAW75l8JC83L7QDgCAS5yAge6BTWMWtE3q5uhROvdeHVaAMMnU5ywHgbL+o3CAseeO4HvSgzoIGChMJ6mG7qIzqCadm+\
                rRo7NJDP7e/NhzoY3Ab44SjXCWtxIpH4E2DOmaGn8udGCrB8NBAlCDJo4qxi/qxftXZ5F68jf9S6Pj/CJ4xTuEG25CfBv088EwEP4xR4ilSUX6WR\
                BSqsKY26L28U1kSEnXc/L54JQAoPIQJwEUImtGTp1BAXWUvql7edfVHTVSvCsuWEQNlrN5JartsWcQVCXCPC+yDh1ycgihwqnRoF4uy9x7nWph4j\
                Han2rauqzYCF4vGzyApe4lyFcS5RB93lahhvhBlAEq9m72jwqfm06kAl2V57Ji2aL2NEjaAt7gdWRHiFQ9R9e0rBA1GuffOr8xaHD/dqXCLI75wt\
                8Tqd6W2TiJgTqplA+WXRIL36dtvjRlcPgE4OlnRAGBRYpjkYSYXDGmwlzoE3WkrX2ckXH4GlSjWgr4sUw+KZuUAqSl0H5uLIzEqfDjaorAQtqzk7\
                6quoaBV/Acp6PAxDysb4Cxq+J4BD+yA7B/C9Q+ZEmQc6+ilkNdhdmju6yqmo2F8xcklrX8Y+n9/szDpZM+4G238yG611esUi8osH/2t8NXv6Ct8F\
                m8Q6NVnbl1dFKl3EKml4a9+qpVKGEjUGpYiRWLVovrUfkhQHSblk7TF5xdSV8ARqryAoOErKXO0xWVlewVUmCT8XmVKApLiNLGHjJrLyiJrdg6pZ\
                LGwUV0lo7VyCq4BDwk24iigkXITLwmBleanZRX84+BfN6J61ujD9+QAAAABJRU5ErkJggg==
                """
        ).map { Array($0) } ?? []
}

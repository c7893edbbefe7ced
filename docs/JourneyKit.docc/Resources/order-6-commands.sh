./journey new order
./journey lint order/manifest.json --openapi order/openapi.json
./journey explain order/manifest.json --script order/events.json
./journey run order/manifest.json --autopilot order/autopilot.json --shots shots
./journey sign order/manifest.json --openapi order/openapi.json --output order/signed.json
./journey verify order/signed.json --openapi order/openapi.json

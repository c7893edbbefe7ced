#!/bin/sh
# Builds dist from src: sh build.sh [OPTION OF ESBUILD …], such as --watch. Needs esbuild 0.17 or later (Debian: apt install {{packages}}).
# Modules are those of node_modules (npm install), or of NODE_PATH, where Debian has them.
set -eu
cd "$(dirname -- "$0")"
rm -rf dist
mkdir -p dist/assets
cp index.html dist/
PATH="$PWD/node_modules/.bin:$PATH" NODE_PATH=${NODE_PATH:-/usr/share/nodejs} esbuild src/{{entry}} --bundle --splitting --format=esm --minify \
    --sourcemap --target=es2022 --jsx=automatic --define:process.env.NODE_ENV='"production"' --entry-names=main \
    --chunk-names='[name]-[hash]' --asset-names='[name]-[hash]' --loader:.svg=file --loader:.woff2=file --loader:.png=file \
    --outdir=dist/assets "$@"

# One-liners over scripts/: each does its own set-up, and says nothing about it when nothing is missing.
.PHONY: help demo test check campaign vectors bench apple-check lint fuzz api api-diff sanitize docs walk pages errors mutate
.DEFAULT_GOAL := demo

help: ## lists the targets
	@sed -n 's/^\([a-z-]*\): ## /\1	/p' Makefile | awk -F '\t' '{ printf "make %-12s %s\n", $$1, $$2 }'

demo: ## shows a money transfer from start to end; the default
	@./journey demo

test: ## runs every check of this repository
	@scripts/test.sh

check: ## runs the quick checks of a change, in under two minutes when the build is warm
	@scripts/check.sh

campaign: ## runs the long tests, for hours on a quiet machine
	@scripts/campaign.sh

vectors: ## fetches the public test vectors
	@scripts/vectors.sh

bench: ## measures against a floor, and prints a table
	@scripts/bench.sh

apple-check: ## compiles Apple's side on Linux, against stub modules
	@scripts/apple-check.sh

lint: ## checks the formatting, the scripts and the shipped journeys
	@scripts/lint.sh

fuzz: ## fuzzes what reads bytes from others
	@scripts/fuzz.sh

api: ## prints the public interface of each product
	@scripts/api.sh

api-diff: ## compares the public interface with a release's
	@scripts/api-diff.sh

sanitize: ## runs the tests under the address and thread sanitizers
	@scripts/sanitize.sh

docs: ## builds the documentation as a static site
	@scripts/docs.sh

walk: ## builds an app from each product's article
	@scripts/walk.sh

pages: ## runs the shell blocks of the task pages
	@scripts/pages.sh

errors: ## writes docs/reference/errors.md
	@scripts/errors.sh

mutate: ## changes one token at a time, and says which changes the tests notice
	@scripts/mutate.sh

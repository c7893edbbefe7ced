# One-liners over scripts/: each does its own set-up, and says nothing about it when nothing is missing.
.PHONY: demo test check campaign vectors bench lint apple-check fuzz api api-diff sanitize docs walk pages errors
.DEFAULT_GOAL := demo

demo:
	@./journey demo

test:
	@scripts/test.sh

check:
	@scripts/check.sh

campaign:
	@scripts/campaign.sh

vectors:
	@scripts/vectors.sh

bench:
	@scripts/bench.sh

apple-check:
	@scripts/apple-check.sh

lint:
	@scripts/lint.sh

fuzz:
	@scripts/fuzz.sh

api:
	@scripts/api.sh

api-diff:
	@scripts/api-diff.sh

sanitize:
	@scripts/sanitize.sh

docs:
	@scripts/docs.sh

walk:
	@scripts/walk.sh

pages:
	@scripts/pages.sh

errors:
	@scripts/errors.sh

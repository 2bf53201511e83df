/** SKILL.md of a small skill. */
export const RELEASE_CHECK = `---
name: release-check
description: How to check a release before it goes out. Use before every deployment.
---

# Release check

1. Run the smoke test.
2. Read the changelog aloud to somebody who did not write it.
3. Deploy on a Tuesday.
`;

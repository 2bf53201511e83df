'use client';

/** The last resort, when not even the frame can be shown. It knows no language, so it speaks both. */
export default function GlobalError({ reset }: { reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>Memory Hub</title>
        <main>
          <h1>This page could not be shown.</h1>
          <p lang="zh-CN">此页面无法显示。</p>
          <button type="button" onClick={reset}>
            Try again · 重试
          </button>
        </main>
      </body>
    </html>
  );
}

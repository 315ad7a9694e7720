/** The plain home page. */
export default function HomePage() {
  return (
    <main style={{ maxWidth: '36rem', margin: '20vh auto 0', padding: '0 1.5rem' }}>
      <h1 style={{ fontSize: '2rem', letterSpacing: '-0.02em', margin: 0 }}>Tilldesk</h1>
      <p style={{ fontSize: '1.125rem', lineHeight: 1.6, color: '#52525b' }}>
        Sell digital products: products and prices, checkouts, subscriptions and license keys, all
        through one API.
      </p>
      <p style={{ display: 'flex', gap: '1.5rem' }}>
        <a href="/docs">API reference</a>
        <a href="/v1/openapi.json">OpenAPI document</a>
      </p>
    </main>
  );
}

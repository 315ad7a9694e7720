// What stands in for Stripe.js in browser tests: the calls that the product's pages make, with the answers of Stripe's
// reference. The card form is a frame of the double, as Stripe's is a frame of Stripe's.

interface ElementsOptions {
  mode: 'payment' | 'setup' | 'subscription';
  amount?: number;
  currency: string;
  setupFutureUsage?: 'off_session' | 'on_session' | null;
  [name: string]: unknown;
}

interface Problem {
  type: string;
  message: string;
  code?: string;
}

type Result<T> = (T & { error?: undefined }) | { error: Problem };

const ORIGIN = new URL((document.currentScript as HTMLScriptElement).src).origin;

const ELEMENTS_OPTIONS = new Set([
  'mode',
  'amount',
  'currency',
  'setupFutureUsage',
  'captureMethod',
  'onBehalfOf',
  'paymentMethodTypes',
  'allowedPaymentMethodTypes',
  'excludedPaymentMethodTypes',
  'paymentMethodCreation',
  'paymentMethodOptions',
  'appearance',
  'fonts',
  'locale',
  'loader',
  'customerSessionClientSecret',
]);

class IntegrationError extends Error {
  override name = 'IntegrationError';
}

function checkOptions(options: ElementsOptions): void {
  for (const name of Object.keys(options)) {
    if (!ELEMENTS_OPTIONS.has(name)) {
      throw new IntegrationError(`Unrecognized elements() parameter: ${name}`);
    }
  }
  if (!['payment', 'setup', 'subscription'].includes(options.mode)) {
    throw new IntegrationError(`Invalid value for elements(): mode: ${options.mode}`);
  }
  if (!/^[a-z]{3}$/.test(options.currency)) {
    throw new IntegrationError('Invalid value for elements(): currency');
  }
  const needsAmount = options.mode !== 'setup';
  if (needsAmount && !(Number.isSafeInteger(options.amount) && Number(options.amount) >= 0)) {
    throw new IntegrationError('Invalid value for elements(): amount should be an integer');
  }
}

/** Asks a frame of the double, and waits for its answer. */
function ask<T>(frame: HTMLIFrameElement, question: object): Promise<T> {
  const id = Math.random().toString(36);
  return new Promise((resolve) => {
    const receive = ({ data, origin, source }: MessageEvent) => {
      if (origin !== ORIGIN || source !== frame.contentWindow || data?.answerTo !== id) return;
      window.removeEventListener('message', receive);
      resolve(data.answer);
    };
    window.addEventListener('message', receive);
    frame.contentWindow?.postMessage({ id, ...question }, ORIGIN);
  });
}

type Listener = (event: object) => void;

class PaymentElement {
  private frame: HTMLIFrameElement | null = null;
  private readonly listeners = new Map<string, Set<Listener>>();

  constructor(private readonly elements: Elements) {}

  mount(target: string | HTMLElement): void {
    const place = typeof target === 'string' ? document.querySelector(target) : target;
    if (!place) throw new IntegrationError(`No element matches ${target}`);
    const frame = document.createElement('iframe');
    frame.title = 'Secure payment input frame';
    frame.name = `__privateStripeFrame${Math.floor(Math.random() * 1e6)}`;
    frame.style.cssText = 'border: 0; width: 100%; height: 260px; display: block';
    frame.src = `${ORIGIN}/element#${encodeURIComponent(JSON.stringify(this.elements.options))}`;
    frame.addEventListener('load', () => this.tell('ready', { elementType: 'payment' }));
    window.addEventListener('message', this.receive);
    place.replaceChildren(frame);
    this.frame = frame;
  }

  private readonly receive = ({ data, origin, source }: MessageEvent) => {
    if (origin !== ORIGIN || source !== this.frame?.contentWindow || !data?.changed) return;
    this.tell('change', { elementType: 'payment', ...data.changed });
  };

  private tell(name: string, event: object): void {
    for (const listener of this.listeners.get(name) ?? []) listener(event);
  }

  on(name: string, listener: Listener): this {
    const known = this.listeners.get(name) ?? new Set();
    this.listeners.set(name, known.add(listener));
    return this;
  }

  off(name: string, listener?: Listener): this {
    if (listener) this.listeners.get(name)?.delete(listener);
    else this.listeners.delete(name);
    return this;
  }

  once(name: string, listener: Listener): this {
    const once = (event: object) => {
      this.off(name, once);
      listener(event);
    };
    return this.on(name, once);
  }

  update(): void {}
  focus(): void {
    this.frame?.focus();
  }

  unmount(): void {
    window.removeEventListener('message', this.receive);
    this.frame?.remove();
    this.frame = null;
  }

  destroy(): void {
    this.unmount();
    this.elements.forget();
  }

  /** What the buyer typed, or what is wrong with it. */
  read(): Promise<Result<{ data: object; type: string }>> {
    if (!this.frame) throw new IntegrationError('The Payment Element is not mounted');
    return ask(this.frame, { read: true });
  }

  changed(options: ElementsOptions): void {
    this.frame?.contentWindow?.postMessage({ options }, ORIGIN);
  }
}

class Elements {
  private element: PaymentElement | null = null;
  isSubmitted = false;

  constructor(readonly options: ElementsOptions) {
    checkOptions(options);
  }

  create(type: string): PaymentElement {
    if (type !== 'payment') throw new IntegrationError(`The double has no ${type} element`);
    if (this.element) throw new IntegrationError('There is a payment element already');
    this.element = new PaymentElement(this);
    return this.element;
  }

  getElement(type: string): PaymentElement | null {
    return type === 'payment' ? this.element : null;
  }

  forget(): void {
    this.element = null;
  }

  update(options: Partial<ElementsOptions>): void {
    Object.assign(this.options, options);
    checkOptions(this.options);
    this.element?.changed(this.options);
  }

  async submit(): Promise<Result<{ selectedPaymentMethod: string }>> {
    const read = await this.read();
    if (read.error) return read;
    this.isSubmitted = true;
    return { selectedPaymentMethod: read.type };
  }

  read() {
    if (!this.element) throw new IntegrationError('There is no payment element');
    return this.element.read();
  }
}

interface Intent {
  id: string;
  object: 'payment_intent' | 'setup_intent';
  status: string;
  client_secret: string;
  next_action: {
    type: string;
    redirect_to_url?: { url: string };
    use_stripe_sdk?: { url: string };
  } | null;
  last_payment_error?: Problem | null;
  last_setup_error?: Problem | null;
}

class DoubleOfStripe {
  constructor(private readonly publishableKey: string) {
    if (!/^pk_(test|live)_/.test(publishableKey)) {
      throw new IntegrationError('Please call Stripe() with your publishable key.');
    }
  }

  elements(options: ElementsOptions): Elements {
    return new Elements(options);
  }

  async createConfirmationToken(given: {
    elements: Elements;
    params?: {
      payment_method_data?: { billing_details?: object };
      return_url?: string;
      shipping?: object;
    };
  }): Promise<Result<{ confirmationToken: object }>> {
    const { elements, params } = given;
    if (!elements.isSubmitted) {
      throw new IntegrationError('elements.submit() must be called before createConfirmationToken');
    }
    const read = await elements.read();
    if (read.error) return read;
    const { options } = elements;
    const usage =
      options.setupFutureUsage ?? (options.mode === 'payment' ? undefined : 'off_session');
    const body = {
      payment_method_data: { ...read.data, ...params?.payment_method_data },
      ...(params?.return_url !== undefined && { return_url: params.return_url }),
      ...(usage && { setup_future_usage: usage }),
      ...(read.type !== 'card' && {
        mandate_data: { customer_acceptance: { type: 'online', online: {} } },
      }),
    };
    const response = await fetch(`${ORIGIN}/stripe-js/confirmation_tokens`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.publishableKey}` },
      body: JSON.stringify(body),
    });
    const answer = await response.json();
    return response.ok ? { confirmationToken: answer } : { error: answer.error };
  }

  private async retrieve(clientSecret: string): Promise<Result<{ intent: Intent }>> {
    const [id = ''] = clientSecret.split('_secret_');
    const kind = id.startsWith('seti_') ? 'setup_intents' : 'payment_intents';
    const query = new URLSearchParams({ client_secret: clientSecret });
    const response = await fetch(`${ORIGIN}/v1/${kind}/${id}?${query}`, {
      headers: { authorization: `Bearer ${this.publishableKey}` },
    });
    const answer = await response.json();
    return response.ok ? { intent: answer } : { error: answer.error };
  }

  async retrievePaymentIntent(clientSecret: string): Promise<object> {
    const found = await this.retrieve(clientSecret);
    return found.error ? found : { paymentIntent: found.intent };
  }

  async retrieveSetupIntent(clientSecret: string): Promise<object> {
    const found = await this.retrieve(clientSecret);
    return found.error ? found : { setupIntent: found.intent };
  }

  /** In place for 3-D Secure; another page for methods that redirect. */
  async handleNextAction({ clientSecret }: { clientSecret: string }): Promise<object> {
    const found = await this.retrieve(clientSecret);
    if (found.error) return found;
    const { next_action: action } = found.intent;
    if (action?.redirect_to_url) {
      location.assign(action.redirect_to_url.url);
      return new Promise(() => {});
    }
    if (action?.use_stripe_sdk) await showChallenge(action.use_stripe_sdk.url);
    const after = await this.retrieve(clientSecret);
    if (after.error) return after;
    const { intent } = after;
    const error = intent.last_payment_error ?? intent.last_setup_error;
    if (error && intent.status === 'requires_payment_method') return { error };
    return intent.object === 'payment_intent' ? { paymentIntent: intent } : { setupIntent: intent };
  }
}

/** The page of the bank, in a frame over the page; resolves when the buyer is through with it. */
function showChallenge(url: string): Promise<void> {
  const frame = document.createElement('iframe');
  frame.title = 'Authentication of your bank';
  frame.name = '__privateStripeFrameChallenge';
  frame.style.cssText =
    'position: fixed; inset: 0; width: 100%; height: 100%; border: 0; z-index: 2147483647; background: #fff';
  frame.src = url;
  document.body.append(frame);
  return new Promise((resolve) => {
    const receive = ({ data, origin, source }: MessageEvent) => {
      if (origin !== ORIGIN || source !== frame.contentWindow || !data?.authenticated) return;
      window.removeEventListener('message', receive);
      frame.remove();
      resolve();
    };
    window.addEventListener('message', receive);
  });
}

Object.assign(window, { Stripe: (publishableKey: string) => new DoubleOfStripe(publishableKey) });

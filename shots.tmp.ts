import { chromium } from 'playwright/test';
import { findBrowser } from './e2e/browser';
const url='http://localhost:3790';
const path = await findBrowser('/tmp/shell-shots');
const browser = await chromium.launch({executablePath: path, args:['--no-sandbox','--disable-gpu']});
const out='/tmp/shell-shots';
const ctx = await browser.newContext({viewport:{width:1360,height:900}, locale:'en-US', timezoneId:'America/New_York'});
const page = await ctx.newPage(); page.setDefaultNavigationTimeout(150000);
page.on('console', m=>['error','warning'].includes(m.type()) && console.log('CONSOLE',m.text().slice(0,400)));
page.on('pageerror', e=>console.log('PAGEERROR',e.message.slice(0,400)));
const which = process.argv.slice(2);
const want=(n:string)=>which.length===0||which.includes(n);
async function shot(name:string, full=false){
  await page.setViewportSize({width:1360,height:900});
  await page.emulateMedia({colorScheme:'light'}); await page.screenshot({path:`${out}/${name}.png`, fullPage: full});
  await page.emulateMedia({colorScheme:'dark'}); await page.screenshot({path:`${out}/${name}-dark.png`, fullPage: full});
  await page.emulateMedia({colorScheme:'light'});
  await page.setViewportSize({width:390,height:844}); await page.screenshot({path:`${out}/${name}-390.png`, fullPage: full});
  await page.setViewportSize({width:1360,height:900});
}
const timing=async(n:string,f:()=>Promise<void>)=>{const t=Date.now();await f();console.log(n,Date.now()-t,'ms')};
if(want('docs')){ 
 await timing('docs',async()=>{await page.goto(url+'/docs')}); await page.waitForTimeout(1500); await shot('docs');
 await timing('section',async()=>{await page.goto(url+'/docs/products')}); await page.waitForTimeout(1500);
 console.log('size',(await page.content()).length); await shot('docs-products');
 await page.goto(url+'/docs/products#ProductPriceCreate'); await page.waitForTimeout(800); await shot('docs-object');
 await page.getByRole('searchbox').last().fill('refund'); await page.waitForTimeout(300); await shot('docs-search');
}
if(want('front')){ for(const [n,p] of [['front','/'],['signin','/sign-in'],['signup','/sign-up'],['nowhere','/nowhere']] as const){await page.goto(url+p);await page.waitForTimeout(1200);await shot(n)} }
if(want('shell')){
 await page.goto(url+'/sign-in'); await page.waitForTimeout(2500);
 await page.getByLabel('Email').or(page.getByLabel('E-mail')).fill('demo@example.com'); await page.getByLabel('Password',{exact:true}).fill('hpg-GVJxppQygG-y'); await page.getByRole('button',{name:'Sign in'}).click();
 await page.waitForURL(/dashboard/); await page.waitForTimeout(3000);
 console.log(page.url());
 const slug='demo';
 console.log('FOCUS', await page.evaluate(()=>document.activeElement?.outerHTML.slice(0,120)));
 await page.goto(`${url}/dashboard/${slug}/orders`); await page.waitForTimeout(4000);
 await page.keyboard.press('Control+k'); await page.waitForTimeout(2500); await shot('palette');
 await page.keyboard.type('le'); await page.waitForTimeout(1500); await shot('palette-typed');
 await page.keyboard.press('Escape'); 
 await page.waitForTimeout(500); await page.keyboard.press('a'); await page.waitForTimeout(4000); await shot('calls0'); console.log('calls', await page.locator('[role=dialog]').count());

 await page.locator('[role=dialog] details summary').first().click(); await shot('calls'); await page.keyboard.press('Escape'); await page.waitForTimeout(300);
 await page.keyboard.press('?'); await page.waitForTimeout(2000); await shot('shortcuts'); await page.keyboard.press('Escape'); await page.waitForTimeout(300);
 await page.locator('[data-row-link]').first().click(); await page.waitForURL(/orders\/.{36}/); await page.waitForTimeout(4000);
 console.log('FOCUS', await page.evaluate(()=>document.activeElement?.outerHTML.slice(0,160)));
 await shot('order');
 await page.keyboard.press('Control+k'); await page.waitForTimeout(1500); await shot('palette-object'); await page.keyboard.press('Escape');
 await page.keyboard.press('g'); await page.keyboard.press('l'); await page.waitForURL(/license-keys/); await page.waitForTimeout(4000);
 console.log('FOCUS', await page.evaluate(()=>document.activeElement?.outerHTML.slice(0,160)));
 await page.locator('[data-row-link]').first().click(); await page.waitForURL(/license-keys\/.{36}/); await page.waitForTimeout(4000);
 await page.keyboard.press('.'); await page.waitForTimeout(500); await shot('actions'); 
 await page.getByRole('menuitem',{name:'Revoke'}).click(); await page.waitForTimeout(500); await page.getByRole('button',{name:'API request'}).last().click(); await page.waitForTimeout(300); await shot('confirm');
}
await browser.close();

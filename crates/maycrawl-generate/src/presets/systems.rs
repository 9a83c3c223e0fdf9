//! Presets for systems that sites are made with: the paths that each ships or
//! documents. Facts; which were left out, and why, stands in the text.

use crate::preset::{Preset, Recipe};

pub(super) static WORDPRESS: Preset = Preset {
    name: "wordpress",
    parameter: None,
    title: "WordPress: admin pages",
    about: "What WordPress serves itself if the site has no file. Put the folder before the paths if \
            it is installed in one. Its sitemap is /wp-sitemap.xml; plugins may have another. Old \
            lists forbid /wp-includes/ and /wp-content/ too, and with them the styles and scripts that \
            search engines need.",
    sources: &["https://developer.wordpress.org/reference/functions/do_robots/"],
    recipe: Recipe::Rules { disallow: &["/wp-admin/"], allow: &["/wp-admin/admin-ajax.php"] },
};

pub(super) static WOOCOMMERCE: Preset = Preset {
    name: "woocommerce",
    parameter: None,
    title: "WooCommerce: files for its own use, links that fill carts",
    about: "What WooCommerce adds to WordPress: logs and files for its own use, and links that put \
            something into a cart. Use it with the preset wordpress. Cart, checkout and account carry \
            noindex, which a crawler must be able to read, and are not forbidden.",
    sources: &[
        "https://github.com/woocommerce/woocommerce/pull/49432",
        "https://github.com/woocommerce/woocommerce/pull/60899",
        "https://github.com/woocommerce/woocommerce/pull/15718",
    ],
    recipe: Recipe::Rules {
        disallow: &[
            "/wp-content/uploads/wc-logs/",
            "/wp-content/uploads/woocommerce_transient_files/",
            "/wp-content/uploads/woocommerce_uploads/",
            "/*?add-to-cart=",
            "/*?*add-to-cart=",
        ],
        allow: &[],
    },
};

pub(super) static SHOPIFY: Preset = Preset {
    name: "shopify",
    parameter: None,
    title: "Shopify: carts, accounts, sorted and filtered lists",
    about: "For a shop whose pages are not served by Shopify itself (headless): the rules of its own \
            starter, Hydrogen. A shop on Shopify's servers has its file made by Shopify, and changes \
            it in robots.txt.liquid. Sorted, filtered and tagged lists are left out of crawling. \
            Policies, which the starter forbids, are not forbidden here: people look for them.",
    sources: &[
        "https://shopify.dev/themes/seo/robots-txt",
        "https://github.com/Shopify/hydrogen/pull/847",
    ],
    recipe: Recipe::Rules {
        disallow: &[
            "/cart",
            "/account",
            "/collections/*sort_by",
            "/*/collections/*sort_by",
            "/collections/*+",
            "/collections/*%2B",
            "/*/collections/*+",
            "/*/collections/*%2B",
            "/collections/*filter*&*filter",
            "/*/collections/*filter*&*filter",
            "/blogs/*+",
            "/blogs/*%2B",
            "/*/blogs/*+",
            "/*/blogs/*%2B",
            "/search",
            "/search/?",
        ],
        allow: &["/search/"],
    },
};

pub(super) static MAGENTO: Preset = Preset {
    name: "magento",
    parameter: None,
    title: "Magento (Adobe Commerce): checkout, accounts, forms, sessions",
    about: "The part of Adobe's instructions that forbids pages of sessions and forms. Left out: every \
            URL with a query, which would hide pages of lists and styles with a version; and folders \
            such as /lib/ and /var/, which a shop of today does not serve. For a shop that rewrites its \
            addresses; without that, take /index.php/ and /catalog/ out again.",
    sources: &[
        "https://experienceleague.adobe.com/en/docs/commerce-operations/implementation-playbook/best-practices/launch/robots-txt",
        "https://github.com/AdobeDocs/commerce-admin.en/blob/main/help/merchandising-promotions/seo-overview.md",
    ],
    recipe: Recipe::Rules {
        disallow: &[
            "/index.php/",
            "/checkout/",
            "/catalog/",
            "/customer/",
            "/sendfriend/",
            "/review/",
            "/*SID=",
        ],
        allow: &[],
    },
};

pub(super) static DRUPAL: Preset = Preset {
    name: "drupal",
    parameter: None,
    title: "Drupal: admin pages, login, forms, code",
    about: "What Drupal ships, without the lines for its README files and for addresses that are not \
            rewritten. Styles, scripts and images in /core/ and /profiles/ are allowed, since pages \
            need them. Pages in several languages begin with the language: repeat the paths with it.",
    sources: &["https://github.com/drupal/drupal/blob/11.x/core/assets/scaffold/files/robots.txt"],
    recipe: Recipe::Rules {
        disallow: &[
            "/core/",
            "/profiles/",
            "/admin/",
            "/comment/reply/",
            "/filter/tips",
            "/node/add/",
            "/search/",
            "/user/register",
            "/user/password",
            "/user/login",
            "/user/logout",
            "/media/oembed",
            "/*/media/oembed",
        ],
        allow: &[
            "/core/*.css$",
            "/core/*.css?",
            "/core/*.js$",
            "/core/*.js?",
            "/core/*.gif",
            "/core/*.jpg",
            "/core/*.jpeg",
            "/core/*.png",
            "/core/*.svg",
            "/profiles/*.css$",
            "/profiles/*.css?",
            "/profiles/*.js$",
            "/profiles/*.js?",
            "/profiles/*.gif",
            "/profiles/*.jpg",
            "/profiles/*.jpeg",
            "/profiles/*.png",
            "/profiles/*.svg",
        ],
    },
};

pub(super) static JOOMLA: Preset = Preset {
    name: "joomla",
    parameter: None,
    title: "Joomla: admin pages, code, temporary files",
    about: "What Joomla documents, without /components/, /modules/ and /plugins/: extensions keep \
            styles and scripts there, which search engines need. If Joomla lies in a folder, put the \
            folder before each path; the file lies at the root all the same.",
    sources: &[
        "https://docs.joomla.org/Robots.txt",
        "https://github.com/joomla/joomla-cms/issues/6702",
    ],
    recipe: Recipe::Rules {
        disallow: &[
            "/administrator/",
            "/api/",
            "/bin/",
            "/cache/",
            "/cli/",
            "/includes/",
            "/installation/",
            "/language/",
            "/layouts/",
            "/libraries/",
            "/logs/",
            "/tmp/",
        ],
        allow: &[],
    },
};

pub(super) static MEDIAWIKI: Preset = Preset {
    name: "mediawiki",
    parameter: None,
    title: "MediaWiki: histories, edits, searches",
    about: "For a wiki with short addresses (/wiki/Title) whose scripts lie in /w/: histories, edits \
            and searches go through /w/index.php. Forbidding /w/ as a whole takes the styles, scripts \
            and images with it; forbidding /w takes the wiki.",
    sources: &["https://www.mediawiki.org/wiki/Manual:Robots.txt"],
    recipe: Recipe::Rules { disallow: &["/w/index.php?"], allow: &[] },
};

pub(super) static TYPO3: Preset = Preset {
    name: "typo3",
    parameter: None,
    title: "TYPO3: the backend",
    about: "The backend, which can be given another path, and what the frontend takes from there. As \
            TYPO3 proposes it where a site's routes are set up. /typo3temp/ and /typo3conf/, which lists \
            often forbid, hold styles and scripts.",
    sources: &[
        "https://docs.typo3.org/m/typo3/reference-coreapi/main/en-us/ApiOverview/SiteHandling/StaticRoutes.html",
        "https://github.com/TYPO3/typo3/blob/main/typo3/sysext/backend/Configuration/SiteConfiguration/site_route.php",
    ],
    recipe: Recipe::Rules {
        disallow: &["/typo3/"],
        allow: &["/typo3/sysext/frontend/Resources/Public/"],
    },
};

pub(super) static GHOST: Preset = Preset {
    name: "ghost",
    parameter: None,
    title: "Ghost: admin pages, mail and counter endpoints",
    about: "What Ghost serves itself; a theme may bring another file. Its sitemap is /sitemap.xml. \
            Older versions forbid /p/ too, which hid redirects that were wanted.",
    sources: &[
        "https://ghost.org/help/modifying-robots-txt/",
        "https://github.com/TryGhost/Ghost/pull/19433",
        "https://github.com/TryGhost/Ghost/pull/19864",
        "https://github.com/TryGhost/Ghost/pull/19889",
        "https://github.com/TryGhost/Ghost/pull/25423",
    ],
    recipe: Recipe::Rules {
        disallow: &[
            "/ghost/",
            "/email/",
            "/members/api/comments/counts/",
            "/r/",
            "/webmentions/receive/",
            "/.ghost/analytics/api/",
        ],
        allow: &[],
    },
};
